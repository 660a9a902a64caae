/**
 * The carriers' part in ending a hold. If a journal is gone, only they know what it knew: then the hold
 * lasts until each has been asked, or the operator leaves it out. If no journal is gone, they are a
 * cross-check, and one that cannot be asked is only reported.
 */

import type { CarrierRecord } from '#carriers/kind.ts';
import type { Hold } from '#contract/hold.ts';
import { asPlatform, type Database, type Tx } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import {
  goneFolders,
  type HeldCarriers,
  newestSubmission,
  noteHeldCarriers,
} from '#db/queries/hold-carriers.ts';
import { type SimMs, simMs } from '#domain/milliseconds.ts';
import type { Context } from '../command.ts';
import { count } from '../shared.ts';
import { type CarrierReport, carrierWords } from './carrier-report.ts';
import { matchRecords } from './match-records.ts';
import type { Source, Sources } from './sources.ts';

export interface CarrierOutcome {
  /** For the report. */
  lines: string[];
  /** Why the hold lasts, in sentences; none if the carriers do not keep it. */
  owing: string[];
}

/** A backup is of some instant around the one that it names, and clocks differ. */
const slack = 10 * 60_000;
/** If nothing says how old this state of the database is. */
const longBefore = 48 * 3_600_000;

/** From when on the carriers are asked. */
export async function askedSince(db: Database, { asOf, since }: Hold): Promise<SimMs> {
  const { at, real } = await asPlatform(db, newestSubmission);
  const newest = at?.getTime();
  // A simulated clock shows another time than the one that a backup is named by.
  if (!real) return simMs(newest === undefined ? 0 : newest - slack);
  const known = asOf ? Date.parse(asOf) : newest;
  return simMs((known ?? Date.parse(since) - longBefore) - slack);
}

/** From here on the hold waits for them. */
export async function waitForCarriers(tx: Tx, sources: Sources): Promise<void> {
  await noteHeldCarriers(tx, allOf(sources, 'waited'));
}

/**
 * Journals are still missing, and this command does not wait for them: the process that brings the last
 * one may end the hold without the carriers.
 *
 * @returns false when a journal is gone, so that they have to be asked
 */
export function releaseCarriers(db: Database, sources: Sources): Promise<boolean> {
  return asPlatform(db, async (tx) => {
    if ((await goneFolders(tx)).length > 0) return false;
    await noteHeldCarriers(tx, allOf(sources, 'left_out'));
    return true;
  });
}

function allOf({ asked, fileless }: Sources, state: 'waited' | 'left_out'): HeldCarriers {
  const names = [...asked.map(({ name }) => name), ...fileless];
  return Object.fromEntries(names.map((name) => [name, { state }]));
}

/** Once every journal has been compared or is gone. */
export async function askCarriers(
  { db, vault, context }: { db: Database; vault: Vault; context: Context },
  { asked, fileless, silent }: Sources,
  since: SimMs,
): Promise<CarrierOutcome> {
  const gone = (await asPlatform(db, goneFolders)).length > 0;
  const held: HeldCarriers = {};
  const outcome: CarrierOutcome = { lines: [], owing: [] };
  for (const source of asked) {
    const { name, used } = source;
    const result = await ask(source, { db, vault, since, context });
    if (typeof result === 'string') {
      const owes = gone && used;
      held[name] = { state: owes ? 'waited' : 'left_out' };
      const said = `"${name}" could not be asked for its records: ${result}`;
      if (owes) outcome.owing.push(`${said} ${leaveOut(source)}`);
      else outcome.lines.push(said);
      continue;
    }
    held[name] = { state: 'asked', report: result };
    if (used || result.read > 0) outcome.lines.push(...carrierWords(name, result));
  }
  for (const name of gone ? fileless : []) {
    held[name] = { state: 'waited' };
    outcome.owing.push(
      `"${name}" keeps its records in files. Give the Master.csv of each of its machines with --cdr=<file>, or leave it out with --without-carrier=${name}. Then numbers that it called since the backup may be called again.`,
    );
  }
  if (gone) outcome.lines.push(...silent.map(silentSentence));
  await asPlatform(db, (tx) => noteHeldCarriers(tx, held));
  return outcome;
}

/** A sentence when it cannot be asked. */
async function ask(
  source: Source,
  { context, ...around }: { db: Database; vault: Vault; since: SimMs; context: Context },
): Promise<CarrierReport | string> {
  const { name, carriers } = source;
  context.note(`Asking "${name}" for its records …`);
  let noted = Date.now();
  const onProgress = (read: number) => {
    if (Date.now() - noted < 1_000) return;
    noted = Date.now();
    context.note(`Read ${count(read, 'record')} of "${name}" …`);
  };
  try {
    return await matchRecords({ ...around, carriers, onProgress }, recordsOf(source, around.since));
  } catch (error) {
    if (error instanceof CarrierFailed) return error.message;
    throw error;
  }
}

/** The carrier's failure, not the database's. */
class CarrierFailed extends Error {}

async function* recordsOf({ records }: Source, since: SimMs): AsyncGenerator<CarrierRecord> {
  try {
    yield* records(since);
  } catch (error) {
    throw new CarrierFailed((error as Error).message, { cause: error });
  }
}

function leaveOut({ carriers, name }: Source): string {
  if (!carriers.includes(name)) {
    return 'Specify the correct file, or skip the carrier with --without-carrier=<name>.';
  }
  return `Fix that and run this command again, or leave it out with --without-carrier=${name}. Then numbers that were submitted to it since the backup may be called again.`;
}

function silentSentence(name: string): string {
  return `"${name}" keeps no records that Carillon can read. Calls and texts that were submitted to it since the backup, and that only a lost journal recorded, may go out again.`;
}
