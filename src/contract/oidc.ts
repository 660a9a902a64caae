/** Sign-in by the operator's OpenID Connect provider (decision 071). */
import { z } from 'zod';
import { defineOperation } from './http.ts';
import { sessionRecord } from './session.ts';

/** The console's address to which the provider sends the browser back. */
export const oidcPath = '/oidc';

export const oidcTexts = {
  none: 'No account that is enabled has your e-mail address. Ask an administrator of your organization to add you.',
  unverified:
    'Your provider has not verified your e-mail address, so no account can be found by it.',
  several:
    'Several accounts have your e-mail address. Type the client code first, then log in again.',
  other_user:
    'This account belongs to another user of your provider. Ask an administrator of your organization.',
  other_account: 'This is another account. Log in at your provider as the one that you use here.',
  old: 'Your provider did not ask you to log in again. Ask your operator about its settings, or use your password.',
  stale: 'This login was not begun in this browser, or took too long. Log in again.',
  refused: 'Your provider did not log you in. Try again, or log in with your password.',
  unreachable:
    'Your provider cannot be reached at the moment. Log in with your password, or try again later.',
  off: 'No provider is set on this server. Log in with your password.',
} as const;

export const startOidc = defineOperation({
  name: 'startOidc',
  method: 'POST',
  idempotent: false,
  path: '/api/security/oidc/start',
  summary:
    "The provider's address at which a sign-in begins; the browser keeps a cookie for its end.",
  auth: 'none',
  body: z.object({
    /** Of the client, for somebody with several accounts. */
    code: z.string().trim().max(100).default(''),
  }),
  response: z.object({ address: z.string() }),
});

export const startOidcProof = defineOperation({
  name: 'startOidcProof',
  method: 'POST',
  idempotent: false,
  path: '/api/security/oidc/prove',
  summary:
    "The provider's address at which you log in again, instead of entering your password again; finishOidc then returns a new token of this session.",
  response: z.object({ address: z.string() }),
});

export const finishOidc = defineOperation({
  name: 'finishOidc',
  method: 'POST',
  idempotent: false,
  path: '/api/security/oidc/finish',
  summary: 'Log in with what the provider sent the browser back with.',
  auth: 'none',
  body: z.object({
    /** The query of the address: "?code=…&state=…". */
    search: z.string().max(8_000),
  }),
  response: sessionRecord.extend({
    /** A session that was open goes on, and its manager was verified just now. */
    proved: z.literal(true).optional(),
  }),
});
