/** Sign-ins whose password was accepted and whose second factor is still to come. */
import { asPlatform, asPlatformFor, type Database } from '../database.ts';
import { hashOf, newToken } from '../token.ts';
import { type Credentials, credentialColumns } from './session.ts';

const life = '5 minutes';

/** Returns the token of the step, which is good for the second factor and nothing else. */
export function openStep(
  db: Database,
  {
    clientId,
    managerId,
    passwordHash,
  }: Pick<Credentials, 'clientId' | 'managerId' | 'passwordHash'>,
): Promise<string> {
  const token = newToken();
  return asPlatformFor(db, clientId, async (tx) => {
    await tx.run(`DELETE FROM sign_in_step WHERE created < now() - interval '${life}'`);
    await tx.run(
      `INSERT INTO sign_in_step (client_id, token_hash, manager_id, password_digest)
       VALUES ($1, $2, $3, sha256(convert_to($4, 'UTF8')))`,
      [clientId, hashOf(token), managerId, passwordHash],
    );
    return token;
  });
}

/** Who is at a sign-in's second step. */
export interface StepRow extends Credentials {
  code: string;
}

/** Undefined when the step is over, or the password was changed since. */
export function findStep(db: Database, token: string): Promise<StepRow | undefined> {
  return asPlatform(db, (tx) =>
    tx.row<StepRow>(
      `SELECT ${credentialColumns}, c.code
       FROM sign_in_step s JOIN client c USING (client_id) JOIN manager m USING (client_id, manager_id)
       WHERE s.token_hash = $1 AND s.created > now() - interval '${life}'
         AND s.password_digest = sha256(convert_to(m.password_hash, 'UTF8'))
         AND m.active AND m.deleted_at IS NULL AND c.disabled_at IS NULL`,
      [hashOf(token)],
    ),
  );
}

/** Returns false when another request of the same step ended it first. */
export function endStep(db: Database, clientId: number, token: string): Promise<boolean> {
  return asPlatformFor(db, clientId, async (tx) => {
    const ended = await tx.run(
      'DELETE FROM sign_in_step WHERE client_id = $1 AND token_hash = $2',
      [clientId, hashOf(token)],
    );
    return ended > 0;
  });
}
