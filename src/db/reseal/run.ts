/**
 * Seals everything again that the key that seals now did not seal (docs/decisions/078-key-rotation.md):
 * in small transactions that wait for nobody, so that calls go on. A run that ends in the middle loses
 * nothing: what is sealed already is not found again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { asClient, asPlatform, type Database } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { sealedIdBytes } from '../key-ring.ts';
import { endResealing, listKeyHolders, listKeys, readSealing } from '../queries/data-key.ts';
import { clientFiles, platformFiles, type SealedFile } from '../sealed-files.ts';
import { countSeals, listClientIds } from './counts.ts';
import { type ListOf, type Resealed, resealEntries } from './entries.ts';
import { type FileAfter, resealFiles } from './files.ts';
import { firstRecord, type RecordAfter, resealRecords } from './records.ts';

export interface ResealRun {
  db: Database;
  vault: Vault;
  signal: AbortSignal;
  /** Milliseconds between two transactions, in which others get at the rows. */
  pauseMs?: number;
}

export interface ResealResult {
  /** `ended`: everything that opens is sealed with the key that seals now. */
  state: 'ended' | 'nothing to do' | 'not ready' | 'goes on';
  /** Rows. */
  changed: number;
  /** Values that opened with no key. */
  unreadable: number;
}

/** Passes over everything in one run: what others had locked is tried again. */
const mostPasses = 5;

/** @throws the signal's reason when it is aborted */
export async function resealAll({
  db,
  vault,
  signal,
  pauseMs = 5,
}: ResealRun): Promise<ResealResult> {
  const result: ResealResult = { state: 'nothing to do', changed: 0, unreadable: 0 };
  const [key] = await asPlatform(db, listKeys);
  if (!key || key.resealedAt) return result;
  if (!(await isReady({ db, vault, signal }, key.keyId))) return { ...result, state: 'not ready' };
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const done = await onePass({ db, vault, signal, pauseMs });
    result.changed += done.changed;
    result.unreadable = done.unreadable;
    if (vault.state.sealing !== key.keyId) break;
    if (done.changed > 0 && done.unreadable === 0) continue;
    if ((await countOutdated(db, key.keyId, signal)) > done.unreadable) continue;
    const ended = await asPlatform(db, async (tx) => {
      if ((await readSealing(tx)).keyId !== key.keyId) return false;
      await endResealing(tx, key.keyId, done.unreadable);
      return true;
    });
    if (ended) return { ...result, state: 'ended' };
    break;
  }
  return { ...result, state: 'goes on' };
}

/** Milliseconds in which every process has noticed a new key. */
const noticedIn = 10_000;

/** Nobody seals with an older key any more, so that nothing turns up behind us. */
async function isReady({ db, vault, signal }: ResealRun, keyId: string): Promise<boolean> {
  for (const end = performance.now() + noticedIn; ; await sleep(250)) {
    signal.throwIfAborted();
    const holders = await asPlatform(db, listKeyHolders);
    const isEach = holders.every(({ sealsWith }) => sealsWith === null || sealsWith === keyId);
    if (isEach && vault.state.sealing === keyId) return true;
    if (performance.now() > end) return false;
  }
}

async function countOutdated(db: Database, keyId: string, signal: AbortSignal): Promise<number> {
  const short = keyId.slice(0, 2 * sealedIdBytes);
  const counts = await countSeals(db, signal);
  return counts.reduce((sum, { key, count }) => sum + (key === short ? 0 : count), 0);
}

type Pass = Required<ResealRun>;
type Page<After> = (after: After | undefined) => Promise<Resealed<After>>;

async function onePass(run: Pass) {
  const { db, vault } = run;
  const counts = { changed: 0, unreadable: 0 };
  const all = async <After>(page: Page<After>) => {
    for (let after: After | undefined, first = true; first || after !== undefined; first = false) {
      run.signal.throwIfAborted();
      const done = await page(after);
      after = done.after;
      counts.changed += done.changed;
      counts.unreadable += done.unreadable;
      if (done.changed > 0) await sleep(run.pauseMs);
    }
  };
  const files = (one: SealedFile<never>, clientId?: number) =>
    all<FileAfter>((after) =>
      clientId === undefined
        ? asPlatform(db, (tx) => resealFiles(tx, vault, one, { after }))
        : asClient(db, clientId, (tx) => resealFiles(tx, vault, one, { clientId, after })),
    );
  for (const one of platformFiles) await files(one);
  for (const clientId of await asPlatform(db, listClientIds)) {
    for (const one of clientFiles) await files(one, clientId);
    for (const callListId of await listsOf(db, clientId)) {
      const list = { clientId, callListId };
      await all<number>((after = 0) =>
        asClient(db, clientId, (tx) => resealEntries(tx, vault, list, { after })),
      );
    }
    await all<RecordAfter>((after = firstRecord) =>
      asClient(db, clientId, (tx) => resealRecords(tx, vault, clientId, after)),
    );
  }
  return counts;
}

async function listsOf(db: Database, clientId: number): Promise<number[]> {
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ id: number }>(
      'SELECT call_list_id AS id FROM call_list WHERE client_id = $1 ORDER BY 1',
      [clientId],
    ),
  );
  return rows.map(({ id }) => id);
}

/** One list whose import began under an older key. */
export async function resealList(run: ResealRun, list: ListOf): Promise<void> {
  const { db, vault, signal } = run;
  const { keyId } = await asPlatform(db, readSealing);
  if (keyId !== null && !(await isReady(run, keyId))) throw new Error('The key is not known yet.');
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted();
    const from: number = after;
    ({ after } = await asClient(db, list.clientId, (tx) =>
      resealEntries(tx, vault, list, { after: from }),
    ));
  }
}
