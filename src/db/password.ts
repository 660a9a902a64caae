/** Passwords are kept as Argon2id hashes with the library's parameters (19 MiB, two passes). */
import { hash, verify } from '@node-rs/argon2';

export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** Verifies a dummy password, so that the time is the same whether the manager exists or not. */
let absentHash: Promise<string> | undefined;

/** True for the right password; false, in the same time, for a wrong one or without a hash. */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  absentHash ??= hashPassword('absent');
  const right = await verify(passwordHash ?? (await absentHash), password);
  return right && passwordHash !== undefined;
}
