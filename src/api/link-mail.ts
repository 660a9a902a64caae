/** The mail with a one-time link; a link is made first, and is good whether its mail arrives or not. */
import { type LinkKind, linkHours, linkPath } from '#contract/manager-link.ts';
import { type NewLink, noteLinkMail } from '#db/queries/manager-link.ts';
import type { Mail } from '../mail/smtp.ts';
import type { ApiDeps } from './deps.ts';

export interface MailedAccount {
  clientId: number;
  name: string;
  username: string;
  email: string;
  clientName: string;
  clientCode: string;
}

/** Never of a request's Host header, which a stranger writes. */
export function mailLink(
  { mail, publicUrl, platformDb }: ApiDeps,
  account: MailedAccount,
  { kind, token }: Pick<NewLink, 'kind' | 'token'>,
): void {
  if (!mail) return;
  const address = `${publicUrl ?? ''}${linkPath(kind, token)}`;
  mail.add(mailOf(kind, account, address), (sent) =>
    noteLinkMail(platformDb, account.clientId, token, sent ? 'sent' : 'failed'),
  );
}

function mailOf(kind: LinkKind, account: MailedAccount, address: string): Mail {
  const { name, username, email, clientName, clientCode } = account;
  const why =
    kind === 'invitation'
      ? `you were invited to the account of ${clientName} in Carillon.`
      : `a new password was asked for, for your account at ${clientName} in Carillon.`;
  const text = [
    `Hello ${name},`,
    `${why} Choose a password with this link. It works once, within ${linkHours[kind]} hours:`,
    address,
    `You log in with the code ${clientCode} and the username ${username}.`,
    'If you did not expect this email, ignore it. Nothing changes until the link is used.',
  ].join('\n\n');
  const subject = kind === 'invitation' ? 'Your invitation to Carillon' : 'A new password';
  return { to: { name, address: email }, subject, text: `${text}\n` };
}
