/**
 * The carriers' part in ending a hold. Where a journal is gone they alone know what it knew: then the hold
 * goes on until each has answered or the operator leaves it out. Where all journals have come they are a
 * cross-check, and one that cannot be asked is told.
 */
import type { CarrierRecord } from '#carriers/kind.ts';
import type { Hold } from '#contract/hold.ts';
import { asPlatform, type Database, type Tx } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import {
  goneFolders,
  type HeldCarriers,
  newestHandOver,
  noteHeldCarriers,
} from '#db/queries/hold-carriers.ts';
import type { Context } from '../command.ts';
import { count } from '../shared.ts';
import { type CarrierReport, carrierWords } from './carrier-report.ts';
import { placeRecords } from './place-records.ts';
import type { Source, Sources } from './sources.ts';

export interface Answers {
  /** For the report. */
  lines: string[];
  /** Sentences on why the hold goes on; none: nothing of the carriers keeps it. */
  owing: string[];
}

/** A backup is of some instant around the one it is said to be of, and clocks differ. */
const slack = 10 * 60_000;
/** Where nothing says of when this state of the database is. */
const longBefore = 48 * 3_600_000;

/** From when on the carriers are asked: epoch ms of the engine's clock. */
export async function askedSince(db: Database, { asOf, since }: Hold): Promise<number> {
  const { at, real } = await asPlatform(db, newestHandOver);
  const newest = at?.getTime();
  // A simulated clock shows another time than the one that a backup is named by.
  if (!real) return newest === undefined ? 0 : newest - slack;
  const known = asOf ? Date.parse(asOf) : newest;
  return (known ?? Date.parse(since) - longBefore) - slack;
}

/** From here on the hold waits for them. */
export async function waitForCarriers(tx: Tx, sources: Sources): Promise<void> {
  await noteHeldCarriers(tx, allOf(sources, 'waited'));
}

/**
 * Journals are still to come, and this command does not wait for them: whoever has the last one may end
 * the hold without the carriers.
 *
 * @returns false when a journal is gone, so that they have to be asked
 */
export function letCarriersGo(db: Database, sources: Sources): Promise<boolean> {
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

/** When all journals have come or are gone. */
export async function askCarriers(
  { db, vault, context }: { db: Database; vault: Vault; context: Context },
  { asked, fileless, silent }: Sources,
  since: number,
): Promise<Answers> {
  const gone = (await asPlatform(db, goneFolders)).length > 0;
  const held: HeldCarriers = {};
  const answers: Answers = { lines: [], owing: [] };
  for (const source of asked) {
    const { name, used } = source;
    const answer = await ask(source, { db, vault, since, context });
    if (typeof answer === 'string') {
      const owes = gone && used;
      held[name] = { state: owes ? 'waited' : 'left_out' };
      const said = `"${name}" could not be asked for its records: ${answer}`;
      if (owes) answers.owing.push(`${said} ${leaveOut(source)}`);
      else answers.lines.push(said);
      continue;
    }
    held[name] = { state: 'asked', report: answer };
    if (used || answer.read > 0) answers.lines.push(...carrierWords(name, answer));
  }
  for (const name of gone ? fileless : []) {
    held[name] = { state: 'waited' };
    answers.owing.push(
      `"${name}" keeps its records in files: give the Master.csv of each of its machines with --cdr=<file>, or say --without-carrier=${name}: numbers that it called since the backup may be called again.`,
    );
  }
  if (gone) answers.lines.push(...silent.map(silentSentence));
  await asPlatform(db, (tx) => noteHeldCarriers(tx, held));
  return answers;
}

/** A sentence when it cannot be asked. */
async function ask(
  source: Source,
  { context, ...around }: { db: Database; vault: Vault; since: number; context: Context },
): Promise<CarrierReport | string> {
  const { name, carriers } = source;
  context.note(`Asking "${name}" for its records …`);
  let noted = Date.now();
  const onProgress = (read: number) => {
    if (Date.now() - noted < 1_000) return;
    noted = Date.now();
    context.note(`${count(read, 'record')} of "${name}" read …`);
  };
  try {
    return await placeRecords({ ...around, carriers, onProgress }, told(source, around.since));
  } catch (error) {
    if (error instanceof NotTold) return error.message;
    throw error;
  }
}

/** The carrier's failure, not the database's. */
class NotTold extends Error {}

async function* told({ records }: Source, since: number): AsyncGenerator<CarrierRecord> {
  try {
    yield* records(since);
  } catch (error) {
    throw new NotTold((error as Error).message, { cause: error });
  }
}

function leaveOut({ carriers, name }: Source): string {
  if (!carriers.includes(name)) {
    return 'Give the right file, or leave it out and say --without-carrier=<name> of its carrier.';
  }
  return `Put that right and run this command again, or say --without-carrier=${name}: numbers that it was given since the backup may be called again.`;
}

function silentSentence(name: string): string {
  return `"${name}" keeps no records that could be asked for. What it was given since the backup, and what only a lost journal knew, may be placed again.`;
}
