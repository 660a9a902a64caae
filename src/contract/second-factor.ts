/** A manager's own second factor, the client's rule, and the second step of a sign-in (decision 069). */
import { z } from 'zod';
import { done, idOf, idTextOf } from './fields.ts';
import { defineOperation } from './http.ts';
import { sessionRecord } from './session.ts';
import { factorInput, madePasskey, passkeyOptions } from './sign-in-step.ts';

export const factorTexts = {
  wrong: 'This code is not correct or was already used.',
  wrongPasskey: 'This passkey was not accepted. Try again.',
  required: 'Enter your second factor to finish logging in.',
  expired: 'The second step must follow within five minutes. Enter your password again.',
  setUp: 'Your organization requires a second factor. Set one up to continue.',
  last: 'Your organization requires a second factor. Add another one before you remove this one.',
  ownFirst: 'Set up your own second factor first.',
  ownRemoval: 'Remove your own second factor on your User Profile page.',
  setupExpired: 'The setup took too long. Start again.',
  nameRequired: 'Name is required!',
  noHostName: 'Passkeys work only under a host name, and over HTTPS or on localhost.',
  taken: 'This passkey is already in use.',
  tooMany: 'You can have at most 20 passkeys. Remove one first.',
  none: 'Set up an authenticator app or a passkey first.',
} as const;

const finishBody = z.object({ token: z.string().max(100), ...factorInput });
export type FinishLogin = z.infer<typeof finishBody>;

export const finishLogin = defineOperation({
  name: 'finishLogin',
  method: 'POST',
  idempotent: false,
  path: '/api/security/login/factor',
  summary: 'The second step of a login: a code, a recovery code or a passkey.',
  auth: 'none',
  body: finishBody,
  response: sessionRecord,
});

export const beginPasskeyLogin = defineOperation({
  name: 'beginPasskeyLogin',
  method: 'POST',
  idempotent: false,
  path: '/api/security/login/passkey',
  summary: 'What a passkey must sign for the second step of a login.',
  auth: 'none',
  body: z.object({ token: z.string().max(100) }),
  response: passkeyOptions,
});

export const beginPasskeyProof = defineOperation({
  name: 'beginPasskeyProof',
  method: 'POST',
  idempotent: false,
  path: '/api/security/prove/passkey',
  summary: 'What a passkey must sign instead of entering your password again.',
  response: passkeyOptions,
});

const passkey = z.object({
  id: idOf('passkey'),
  name: z.string(),
  /** The host name under which it works. */
  host: z.string(),
  added: z.string(),
  lastUsed: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

export const secondFactor = z.object({
  /** By the client's rule. */
  required: z.boolean(),
  authenticator: z.object({ added: z.string(), lastUsed: z.string().nullable() }).nullable(),
  passkeys: z.array(passkey),
  /** How many are left. */
  recoveryCodes: z.number().int(),
  /** Whether a passkey can be made and used under this address. */
  passkeysWork: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

export const readSecondFactor = defineOperation({
  name: 'readSecondFactor',
  method: 'GET',
  path: '/api/security/factor',
  summary: 'Your second factor.',
  response: secondFactor,
});

/** Shown once; empty when the manager already has some. */
const newCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const beginAuthenticator = defineOperation({
  name: 'beginAuthenticator',
  method: 'POST',
  idempotent: false,
  path: '/api/security/factor/authenticator/begin',
  summary: 'A new secret for an authenticator app; it counts once a code of it was confirmed.',
  response: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmAuthenticator = defineOperation({
  name: 'confirmAuthenticator',
  method: 'POST',
  idempotent: false,
  path: '/api/security/factor/authenticator/confirm',
  summary: 'Confirm the new authenticator app by one of its codes.',
  body: z.object({ code: z.string().max(20) }),
  response: newCodes,
});

export const removeAuthenticator = defineOperation({
  name: 'removeAuthenticator',
  method: 'POST',
  idempotent: false,
  path: '/api/security/factor/authenticator/remove',
  summary: 'Remove your authenticator app.',
  response: done,
});

export const beginPasskey = defineOperation({
  name: 'beginPasskey',
  method: 'POST',
  idempotent: false,
  path: '/api/security/factor/passkeys/begin',
  summary: 'What a browser needs to make a passkey.',
  response: passkeyOptions,
});

export const addPasskey = defineOperation({
  name: 'addPasskey',
  method: 'POST',
  idempotent: false,
  path: '/api/security/factor/passkeys/add',
  summary: 'Add the passkey that the browser made.',
  body: z.object({
    name: z.string().trim().min(1, factorTexts.nameRequired).max(100),
    passkey: madePasskey,
  }),
  response: newCodes,
});

export const removePasskey = defineOperation({
  name: 'removePasskey',
  method: 'POST',
  idempotent: false,
  path: '/api/security/factor/passkeys/{id}/remove',
  summary: 'Remove one of your passkeys.',
  params: z.object({ id: idTextOf('passkey') }),
  response: done,
});

export const renewRecoveryCodes = defineOperation({
  name: 'renewRecoveryCodes',
  method: 'POST',
  idempotent: false,
  path: '/api/security/factor/recoverycodes',
  summary: 'Make ten new recovery codes; the old ones no longer work.',
  response: newCodes,
});

export const requireSecondFactor = defineOperation({
  name: 'requireSecondFactor',
  method: 'POST',
  idempotent: true,
  path: '/api/security/factor/required',
  summary: 'Whether all managers of the client must have a second factor.',
  body: z.object({ required: z.boolean() }),
  response: done,
});

export const removeManagersFactor = defineOperation({
  name: 'removeManagersFactor',
  method: 'POST',
  idempotent: true,
  path: '/api/manager/{id}/factor/remove',
  summary: "Remove another manager's second factor and end their sessions.",
  params: z.object({ id: idTextOf('manager') }),
  response: done,
});
