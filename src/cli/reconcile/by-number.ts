/** Records that name only the number, kept until all have been read, because each attempt explains one. */
import type { CarrierChannel, CarrierRecord } from '#carriers/kind.ts';
import { asClient, asPlatform } from '#db/database.ts';
import { knownContacts, waitingFor } from '#db/queries/carrier-records.ts';
import { forgetFollowed, type LostSubmissions, noteLost } from '#db/queries/followed-before.ts';
import { clientsOnCarriers } from '#db/queries/hold-carriers.ts';
import { markSubmitted, standingOf } from '#db/queries/reconcile.ts';
import { simMs } from '#domain/milliseconds.ts';
import { batch, type CarrierReport, dueBefore, type Matching } from './carrier-report.ts';

type NumberRecord = CarrierRecord & { attemptId?: undefined };

export interface ByNumber {
  add(record: NumberRecord): void;
  /** Marks the waiting entries of numbers that no attempt explains, and counts them. */
  match(report: CarrierReport): Promise<void>;
}

/**
 * Most milliseconds between an attempt and its record: clocks differ, a carrier keeps whole seconds, and
 * a call waits for its turn before it is submitted.
 */
const before = 60_000;
const after = 600_000;

export function createByNumber(matching: Matching): ByNumber {
  const kept = {
    voice: new Map<string, NumberRecord[]>(),
    text: new Map<string, NumberRecord[]>(),
  };
  return {
    add(record) {
      const of = kept[record.channel];
      const own = of.get(record.to);
      if (own) own.push(record);
      else of.set(record.to, [record]);
    },
    async match(report) {
      await matchChannel(matching, 'voice', kept.voice, report);
      await matchChannel(matching, 'text', kept.text, report);
    },
  };
}

async function matchChannel(
  matching: Matching,
  channel: CarrierChannel,
  records: ReadonlyMap<string, readonly NumberRecord[]>,
  report: CarrierReport,
): Promise<void> {
  const { db, carriers } = matching;
  const clients = await asPlatform(db, (tx) => clientsOnCarriers(tx, carriers, channel));
  const phones = [...records.keys()];
  for (let from = 0; from < phones.length; from += batch) {
    const some = phones.slice(from, from + batch);
    const known = await contactsOf(matching, channel, clients, some);
    // Another client's attempt explains a call just as well: all are read before anything is marked.
    const left = new Map<string, NumberRecord[]>();
    for (const phone of some) {
      const own = records.get(phone) ?? [];
      const unexplained = unexplainedOf(own, known.get(phone) ?? []);
      report.known += own.length - unexplained.length;
      if (unexplained.length > 0) left.set(phone, unexplained);
    }
    await markWaiting(matching, channel, { clients, left }, report);
  }
}

async function contactsOf(
  { db, since }: Matching,
  channel: CarrierChannel,
  clients: readonly number[],
  phones: readonly string[],
): Promise<Map<string, number[]>> {
  const known = new Map<string, number[]>();
  const from = new Date(since - after);
  for (const clientId of clients) {
    const contacts = await asClient(db, clientId, (tx) =>
      knownContacts(tx, clientId, channel, phones, from),
    );
    for (const { phone, at } of contacts) known.set(phone, [...(known.get(phone) ?? []), at]);
  }
  return known;
}

/** Each contact explains one record, the oldest first. */
export function unexplainedOf<R extends { at: number }>(
  records: readonly R[],
  contacts: readonly number[],
): R[] {
  const left = contacts.toSorted((a, b) => a - b);
  return records
    .toSorted((a, b) => a.at - b.at)
    .filter(({ at }) => {
      const fits = left.findIndex((contact) => contact <= at + before && contact >= at - after);
      if (fits >= 0) left.splice(fits, 1);
      return fits < 0;
    });
}

async function markWaiting(
  { db, vault }: Matching,
  channel: CarrierChannel,
  { clients, left }: { clients: readonly number[]; left: ReadonlyMap<string, NumberRecord[]> },
  report: CarrierReport,
): Promise<void> {
  const marked = new Set<string>();
  // Any of them may be a follow-up that was made after this state of the database, by whichever client.
  const until = dueBefore([...left.values()].flat()).getTime();
  const lost: LostSubmissions = new Map();
  for (const clientId of left.size > 0 ? clients : []) {
    const entries = await asClient(db, clientId, async (tx) => {
      const waiting = await waitingFor(tx, clientId, channel, [...left.keys()]);
      const given = waiting.map((one) => ({
        ...one,
        at: left.get(one.phone)?.at(-1)?.at ?? simMs(0),
      }));
      const standings = await standingOf(tx, clientId, given);
      const missing = given.filter((_one, n) => standings[n] === 'missing');
      await markSubmitted(tx, vault, clientId, missing);
      return missing;
    });
    noteLost(lost, clientId, until);
    for (const { phone } of entries) marked.add(phone);
    report.marked += entries.length;
  }
  await forgetFollowed(db, lost);
  for (const [phone, records] of left) {
    if (!marked.has(phone)) {
      report.elsewhere += records.length;
      continue;
    }
    report.missing += records.length;
    report.mayBeReplies += records.filter(({ mayBeAutoReply }) => mayBeAutoReply).length;
  }
}
