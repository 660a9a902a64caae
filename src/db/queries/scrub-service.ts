/** Services that the operator connected to be asked about numbers. Everything here runs as the platform. */
import { problem } from '#contract/errors.ts';
import type { ScrubQuestion, ScrubTrouble } from '#contract/scrub.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { isNotUnique } from '../errors.ts';
import { scrubSecret } from '../sealed-files.ts';

export interface ScrubSettings {
  name: string;
  url: string;
  questions: ScrubQuestion[];
  /** Days for which an answer is not asked again. */
  goodDays: number;
  /** Numbers in one request. */
  batch: number;
  /** Requests in one second. */
  perSecond: number;
  /** It is on this machine or in a private network. */
  private: boolean;
}

export interface ScrubService extends ScrubSettings {
  scrubServiceId: number;
  /** Sealed. */
  sealedSecret: Buffer | null;
  answeredAt: Date | null;
  failingSince: Date | null;
  /** Requests in a row. */
  failures: number;
  trouble: ScrubTrouble | null;
  /** Not asked before; null: at any time. */
  retryAt: Date | null;
}

const columns = `scrub_service_id AS "scrubServiceId", name, url, questions, good_days AS "goodDays", batch,
  per_second AS "perSecond", private, secret AS "sealedSecret", answered_at AS "answeredAt",
  failing_since AS "failingSince", failures, trouble, retry_at AS "retryAt"`;

/** Those that were not removed, by name. */
export function listScrubServices(tx: Tx): Promise<ScrubService[]> {
  return tx.rows<ScrubService>(
    `SELECT ${columns} FROM scrub_service WHERE removed_at IS NULL ORDER BY name`,
  );
}

export async function findScrubService(tx: Tx, name: string): Promise<ScrubService | undefined> {
  return (await listScrubServices(tx)).find((one) => one.name === name);
}

/** Throws `not_unique` when the name is taken. Lists that others were asked about are asked about again. */
export async function insertScrubService(
  tx: Tx,
  vault: Vault,
  settings: ScrubSettings,
  secret: string,
): Promise<void> {
  const { name, url, questions, goodDays, batch, perSecond } = settings;
  const sealed = vault.sealBytes(Buffer.from(secret), scrubSecret({ name }).context);
  try {
    await tx.run(
      `INSERT INTO scrub_service (name, url, questions, good_days, batch, per_second, private, secret)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [name, url, questions, goodDays, batch, perSecond, settings.private, sealed],
    );
  } catch (error) {
    if (!isNotUnique(error, 'scrub_service_name')) throw error;
    throw problem('not_unique', `The name "${name}" is already taken.`, { cause: error });
  }
  await tx.run('DELETE FROM scrub_list');
}

/** Frees its name and deletes its secret. Its answers stay until they are too old. */
export async function removeScrubService(tx: Tx, scrubServiceId: number): Promise<void> {
  await tx.run('DELETE FROM scrub_list WHERE scrub_service_id = $1', [scrubServiceId]);
  await tx.run(
    `UPDATE scrub_service SET removed_at = clock_timestamp(), secret = NULL
     WHERE scrub_service_id = $1`,
    [scrubServiceId],
  );
}

/** @throws SealError when the data key is a different one */
export function openedSecret(vault: Vault, { name, sealedSecret }: ScrubService): string {
  if (!sealedSecret) return '';
  return vault.openBytes(sealedSecret, scrubSecret({ name }).context).toString('utf8');
}

export async function noteScrubAnswered(tx: Tx, scrubServiceId: number): Promise<void> {
  await tx.run(
    `UPDATE scrub_service SET answered_at = clock_timestamp(), failing_since = NULL, failures = 0,
       trouble = NULL, retry_at = NULL
     WHERE scrub_service_id = $1`,
    [scrubServiceId],
  );
}

/**
 * A request failed, tries included. The next one is made after a while that doubles with each failure, from
 * half a minute to an hour, or when the service asks for it.
 *
 * @param wait milliseconds that the service asks for
 */
export async function noteScrubTrouble(
  tx: Tx,
  scrubServiceId: number,
  trouble: ScrubTrouble,
  wait = 0,
): Promise<void> {
  await tx.run(
    `UPDATE scrub_service SET trouble = $2, failures = failures + 1,
       failing_since = coalesce(failing_since, clock_timestamp()),
       retry_at = clock_timestamp() + greatest(make_interval(secs => $3),
         make_interval(secs => least(3600, 30 * 2 ^ least(failures, 10))))
     WHERE scrub_service_id = $1`,
    [scrubServiceId, JSON.stringify(trouble), wait / 1000],
  );
}
