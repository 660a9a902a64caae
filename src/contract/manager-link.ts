/** One-time links with which managers choose their passwords (decision 070). */
import { z } from 'zod';
import { idTextOf } from './fields.ts';
import { defineOperation } from './http.ts';
import { chosenPassword } from './password.ts';

export const linkTexts = {
  colleague:
    'Only managers themselves choose their passwords. Give them a link for it: see the actions of their row.',
  ended:
    'This link no longer works: it was used, has expired, or was replaced by a newer one. Ask an administrator for a new one.',
  own: 'Change your own password in User Profile.',
  noMail: 'This server sends no mail. Ask an administrator for a link.',
  disabled: 'This manager is disabled. Enable the account first.',
} as const;

/** An invitation until the manager has chosen a first password. */
export const linkKind = z.enum(['invitation', 'reset']);
export type LinkKind = z.infer<typeof linkKind>;

/** Hours that a link is good for. */
export const linkHours: Record<LinkKind, number> = { invitation: 72, reset: 24 };

/**
 * The console's address for a link. The token is a fragment, which browsers send to no server: it is
 * in no log and in no Referer.
 */
export function linkPath(kind: LinkKind, token: string): string {
  return `/${kind}#${token}`;
}

/** Whether the link is mailed, too; `off`: no mail server is set. */
export const linkMail = z.enum(['off', 'waiting', 'sent', 'failed']);
export type LinkMail = z.infer<typeof linkMail>;

const linkFacts = { kind: linkKind, expires: z.string(), mail: linkMail };

const byId = z.object({ id: idTextOf('manager') });

/** Not idempotent: a response that is kept would keep the token. Asked again, it makes a newer link. */
export const createManagerLink = defineOperation({
  name: 'createManagerLink',
  method: 'POST',
  idempotent: false,
  path: '/api/manager/{id}/link',
  summary: 'Make a one-time link with which a manager chooses a password; an older one ends.',
  params: byId,
  response: z.object({ ...linkFacts, token: z.string() }),
});
export type ManagerLink = z.infer<(typeof createManagerLink)['response']>;

export const getManagerLink = defineOperation({
  name: 'getManagerLink',
  method: 'GET',
  path: '/api/manager/{id}/link',
  summary: "A manager's newest link, without its token; null when it has ended.",
  params: byId,
  response: z.object(linkFacts).nullable(),
});

const token = z.string().max(100);

/** A POST, although it changes nothing: an address would be in logs. */
export const readManagerLink = defineOperation({
  name: 'readManagerLink',
  method: 'POST',
  idempotent: false,
  path: '/api/security/link',
  summary: 'Whose password a one-time link sets.',
  auth: 'none',
  body: z.object({ token }),
  response: z.object({
    kind: linkKind,
    name: z.string(),
    username: z.string(),
    email: z.string(),
    clientName: z.string(),
    clientCode: z.string(),
  }),
});
export type LinkedAccount = z.infer<(typeof readManagerLink)['response']>;

export const redeemManagerLink = defineOperation({
  name: 'redeemManagerLink',
  method: 'POST',
  idempotent: false,
  path: '/api/security/link/redeem',
  summary:
    'Choose a password with a one-time link, which ends it and every session of the manager.',
  auth: 'none',
  body: z.object({ token, newPassword: chosenPassword.min(1, 'Password is required!') }),
  response: { empty: true },
});

/** The same response for every address, whether it belongs to an account or not. */
export const mailReset = defineOperation({
  name: 'mailReset',
  method: 'POST',
  idempotent: false,
  path: '/api/security/reset',
  summary: 'Mail a one-time link to whoever has this e-mail address at a client.',
  auth: 'none',
  body: z.object({
    code: z.string().trim().min(1, 'Code is required!').max(100),
    email: z
      .string('Please enter a valid email')
      .trim()
      .max(255)
      .regex(z.regexes.email, 'Please enter a valid email'),
  }),
  response: { empty: true },
});
