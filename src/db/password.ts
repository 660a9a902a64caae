/**
 * Passwords are kept as Argon2id hashes with the library's parameters: 19 MiB, two passes, one lane,
 * which OWASP's cheat sheet on password storage asks for. Every character counts: Argon2 has no
 * limit at 72 bytes.
 */
import { hash, verify } from '@node-rs/argon2';
import { ruleBroken } from '#contract/errors.ts';
import { passwordSentences } from '#contract/password-fault.ts';
import { judgePassword, namesOfManager } from '#domain/passwords/judge-password.ts';

/** NFC: one keyboard sends a letter with an accent as one character, another as two. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'));
}

type ManagerNames = Parameters<typeof namesOfManager>[0];
type ClientNames = Parameters<typeof namesOfManager>[1];

/** The hash of a password that is being set. Throws `rule_broken` for one that breaks the rule. */
export function hashNewPassword(
  password: string,
  manager: ManagerNames,
  client: ClientNames,
): Promise<string> {
  const fault = judgePassword(password, namesOfManager(manager, client));
  if (fault) throw ruleBroken('newPassword', passwordSentences[fault]);
  return hashPassword(password);
}

/** Verifies a dummy password, so that the time is the same whether the manager exists or not. */
let absentHash: Promise<string> | undefined;

/** True for the right password; false, in the same time, for a wrong one or without a hash. */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  absentHash ??= hashPassword('absent');
  const stored = passwordHash ?? (await absentHash);
  const normal = password.normalize('NFC');
  // An older hash may be of the characters as they were typed.
  const right =
    (await verify(stored, normal)) || (normal !== password && (await verify(stored, password)));
  return right && passwordHash !== undefined;
}
