/**
 * Compares the journals of one data folder with the database and adds what is missing: submissions
 * as attempts of unknown result, stops as blocked numbers. Adding something twice changes nothing.
 */
import { asClient, asOwner, asPlatform, type Database, type Tx } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import type { JournalEntry } from '#db/journal.ts';
import { firstLargeId } from '#db/queries/call-list-load.ts';
import { importDoNotCall } from '#db/queries/do-not-call-import.ts';
import { forgetFollowed, type LostSubmissions, noteLost } from '#db/queries/followed-before.ts';
import { optOutAll } from '#db/queries/opt-out.ts';
import {
  clientIds,
  markReplies,
  markSubmitted,
  notBlocked,
  skipListIds,
  skipReplyIds,
  standingOf,
} from '#db/queries/reconcile.ts';
import { readWitnesses, settleWitness } from '#db/queries/witness.ts';
import { repeatErasures } from './erasures.ts';
import { slotPath, slotsOf, type WitnessFolder } from './folder.ts';
import { type JournalLine, readJournal } from './journal-reader.ts';
import { knownEnd } from './known-end.ts';
import { stopLines } from './stops.ts';
import { createUndone, type Undone } from './undone.ts';

type OfKind<Kind extends JournalEntry['kind']> = Extract<JournalEntry, { kind: Kind }>;

export interface FolderReport {
  /** Submitted calls and texts. */
  submissions: {
    read: number;
    /** With an attempt in the database. */
    known: number;
    /** Without one: now of unknown result, or still to be repaired if only compared. */
    missing: number;
    /** Barred in the database, so nobody is called. */
    barred: number;
    /** Their contact list, or their entry of it, is not in this database. */
    withoutList: number;
  };
  /** Stops; `missing` ones are blocked again. */
  optOuts: { read: number; missing: number };
  /** Stops by the operator and administrators; `missing` ones are in force again. */
  stops: { read: number; missing: number };
  /** Auto-replies. */
  replies: { read: number; missing: number };
  /** Unreadable lines, of the journals and of what was erased. */
  damaged: number;
  /** Bytes of missing journal files, whose content is unknown. */
  lost: number;
  /** Where each journal with lost bytes ends, by slot; not settled until the operator says so. */
  ends: Record<string, number>;
}

export interface ReconcileOptions {
  /**
   * False: only compares submissions. Stops and replies are added anyway, which is harmless, and
   * what may have been followed up is forgotten.
   */
  repair: boolean;
  /** Called for each submission without its contact list, which could be repeated. */
  onWithoutList?: (entry: OfKind<'submission'>) => void;
  /** Called now and then with the number of lines read. */
  onProgress?: (lines: number) => void;
}

/**
 * Reads each journal from the offset that this database has committed to its end.
 *
 * @param slots all slots of the folder by default
 */
export async function reconcileFolder(
  db: Database,
  vault: Vault,
  folder: WitnessFolder,
  options: ReconcileOptions,
  slots = slotsOf(folder),
): Promise<FolderReport> {
  // What is added here is in the journal already.
  const { journal: _, ...plain } = db;
  const report = emptyReport();
  const rows = await asPlatform(plain, readWitnesses);
  const clients = await asPlatform(plain, clientIds);
  const highest = { shared: 0, large: 0, reply: 0 };
  const gone: LostSubmissions = new Map();
  const whole = new Map<number, number>();
  const stops = stopLines();
  for (const slot of slots) {
    const path = slotPath(folder, slot);
    const row = rows.find((one) => one.witnessId === folder.witnessId && one.slot === slot);
    const from = row?.position ?? 0;
    const end = knownEnd(path, from);
    const lostBefore = report.lost;
    const undone = await createUndone(readJournal(path, from));
    for await (const { lines, damaged, lost } of readJournal(path, from, end)) {
      report.damaged += damaged;
      report.lost += lost;
      for (const { entry } of lines) stops.add(entry);
      await addMissing(plain, vault, { lines, undone, clients, report, highest, gone, options });
      options.onProgress?.(report.submissions.read + report.optOuts.read + report.replies.read);
    }
    if (report.lost > lostBefore) report.ends[slot] = end;
    else whole.set(slot, end);
  }
  // Before the journals count as compared. Also after a failover that lost nothing else.
  await forgetFollowed(plain, gone);
  report.stops = await stops.restore(plain, clients);
  if (options.repair || unknownHere(report) === 0) {
    for (const [slot, end] of whole) {
      const key = { witnessId: folder.witnessId, slot, name: folder.name };
      await asPlatform(plain, (tx) => settleWitness(tx, key, end));
    }
  }
  // Last: stops and calls that were just added may be of somebody who was erased.
  const erasures = await repeatErasures(plain, vault, folder, clients);
  report.damaged += erasures.damaged;
  if (options.repair) await asOwner(plain, (tx) => skipListIds(tx, highest));
  // Even if a failover lost no submission, it may have lost a reply.
  if (highest.reply > 0) await asOwner(plain, (tx) => skipReplyIds(tx, highest.reply));
  return report;
}

/**
 * Submitted calls and texts that this database does not have: what they came from may be due in it, such as a text
 * whose follow-up went out, so a comparison that repairs nothing leaves them to the operator.
 */
export const unknownHere = ({ submissions }: FolderReport) =>
  submissions.missing + submissions.withoutList;

export function emptyReport(): FolderReport {
  return {
    submissions: { read: 0, known: 0, missing: 0, barred: 0, withoutList: 0 },
    optOuts: { read: 0, missing: 0 },
    stops: { read: 0, missing: 0 },
    replies: { read: 0, missing: 0 },
    damaged: 0,
    lost: 0,
    ends: {},
  };
}

interface Part {
  lines: readonly JournalLine[];
  undone: Undone;
  clients: ReadonlySet<number>;
  report: FolderReport;
  highest: { shared: number; large: number; reply: number };
  gone: LostSubmissions;
  options: ReconcileOptions;
}

/** Entries of one transaction. */
const batch = 500;

async function addMissing(db: Database, vault: Vault, part: Part): Promise<void> {
  const { report, clients, highest, options } = part;
  const valid = part.lines.filter((line) => !part.undone.includes(line)).map(({ entry }) => entry);
  for (const entry of valid) {
    if (entry.kind === 'reply') highest.reply = Math.max(highest.reply, entry.textReplyId);
    if (entry.kind !== 'submission') continue;
    report.submissions.read += 1;
    const kind = entry.callListId < firstLargeId ? 'shared' : 'large';
    highest[kind] = Math.max(highest[kind], entry.callListId);
    if (clients.has(entry.clientId)) continue;
    report.submissions.withoutList += 1;
    options.onWithoutList?.(entry);
  }
  for (const clientId of new Set(valid.map((entry) => entry.clientId))) {
    if (!clients.has(clientId)) continue;
    const own = valid.filter((entry) => entry.clientId === clientId);
    for (let from = 0; from < own.length; from += batch) {
      const some = own.slice(from, from + batch);
      await asClient(db, clientId, (tx) => addMissingOf(tx, vault, clientId, some, part));
    }
  }
}

/** Counts are added at the end, because the transaction's work may be repeated. */
async function addMissingOf(
  tx: Tx,
  vault: Vault,
  clientId: number,
  entries: readonly JournalEntry[],
  { report, gone, options }: Part,
): Promise<void> {
  // Stops first: they bar a number whatever was submitted to it.
  const stops = latestOf(entries.filter((entry) => entry.kind === 'optOut'));
  const missing = await blockAgain(tx, clientId, stops);
  const calls = onceEach(entries.filter((entry) => entry.kind === 'submission'));
  const standings = await standingOf(tx, clientId, calls);
  const of = (standing: (typeof standings)[number]) =>
    calls.filter((_call, n) => standings[n] === standing);
  if (options.repair) await markSubmitted(tx, vault, clientId, of('missing'));
  const replies = entries.filter((entry) => entry.kind === 'reply');
  const unsent = replies.length > 0 ? await markReplies(tx, clientId, replies) : 0;
  report.submissions.known += of('known').length;
  report.submissions.missing += of('missing').length;
  report.submissions.barred += of('barred').length;
  report.submissions.withoutList += of('gone').length;
  for (const entry of of('gone')) {
    noteLost(gone, clientId, entry.at);
    options.onWithoutList?.(entry);
  }
  report.optOuts.read += stops.length;
  report.optOuts.missing += missing;
  report.replies.read += replies.length;
  report.replies.missing += unsent;
}

/** @returns how many were not blocked */
async function blockAgain(
  tx: Tx,
  clientId: number,
  stops: readonly OfKind<'optOut'>[],
): Promise<number> {
  let missing = 0;
  for (const source of new Set(stops.map((stop) => stop.source))) {
    const phones = stops.filter((stop) => stop.source === source).map(({ phone }) => phone);
    missing += (await notBlocked(tx, clientId, phones)).length;
    // A number that is blocked for one reason gets the other reason back, too.
    if (source === 'operator') await importDoNotCall(tx, clientId, phones);
    else await optOutAll(tx, clientId, phones, source);
  }
  return missing;
}

function latestOf(stops: readonly OfKind<'optOut'>[]): OfKind<'optOut'>[] {
  return [...new Map(stops.map((stop) => [`${stop.phone}/${stop.source}`, stop])).values()];
}

function onceEach(calls: readonly OfKind<'submission'>[]): OfKind<'submission'>[] {
  return [...new Map(calls.map((call) => [`${call.callListId}/${call.entryId}`, call])).values()];
}
