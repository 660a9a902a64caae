/**
 * Compares a carrier's records with the database. What is missing there becomes an attempt of unknown
 * result: the attempt that the carrier names, or, if it knows only the number, everything that waits for
 * that number. Better not to call somebody than to call twice.
 */
import type { CarrierRecord } from '#carriers/kind.ts';
import { asClient, asOwner, asPlatform } from '#db/database.ts';
import { firstLargeId } from '#db/queries/call-list-load.ts';
import { type NamedAttempt, submissionsOf } from '#db/queries/carrier-records.ts';
import { forgetFollowed, type LostSubmissions, noteLost } from '#db/queries/followed-before.ts';
import {
  clientIds,
  markSubmitted,
  type SubmittedAttempt,
  skipListIds,
  standingOf,
} from '#db/queries/reconcile.ts';
import { createByNumber } from './by-number.ts';
import {
  batch,
  type CarrierReport,
  dueBefore,
  emptyCarrierReport,
  type Matching,
} from './carrier-report.ts';

export async function matchRecords(
  matching: Matching,
  records: AsyncIterable<CarrierRecord> | Iterable<CarrierRecord>,
): Promise<CarrierReport> {
  const { db, since, onProgress } = matching;
  const report = emptyCarrierReport(since);
  const clients = await asPlatform(db, clientIds);
  const highest = { shared: 0, large: 0 };
  const byNumber = createByNumber(matching);
  let named: (NamedAttempt & { clientId: number })[] = [];
  const flush = async () => {
    const some = named;
    named = [];
    await matchNamed(matching, some, clients, report);
  };
  for await (const record of records) {
    report.read += 1;
    if (record.attemptId === undefined) {
      report.byNumber += 1;
      byNumber.add(record);
    } else {
      const one = namedOf(record);
      const kind = one.callListId < firstLargeId ? 'shared' : 'large';
      highest[kind] = Math.max(highest[kind], one.callListId);
      named.push(one);
    }
    if (named.length >= batch) await flush();
    onProgress?.(report.read);
  }
  await flush();
  await byNumber.match(report);
  // A journal that is gone cannot say which ids were assigned.
  await asOwner(db, (tx) => skipListIds(tx, highest));
  return report;
}

function namedOf({ attemptId, to, at }: CarrierRecord & { attemptId: string }) {
  const [clientId = 0, callListId = 0, entryId = 0] = attemptId.split('-').map(Number);
  return { clientId, callListId, entryId, at, ...(to !== undefined && { to }) };
}

async function matchNamed(
  { db, vault }: Matching,
  given: readonly (NamedAttempt & { clientId: number })[],
  clients: ReadonlySet<number>,
  report: CarrierReport,
): Promise<void> {
  const lost: LostSubmissions = new Map();
  for (const [clientId, own] of Map.groupBy(given, (one) => one.clientId)) {
    if (!clients.has(clientId)) {
      report.elsewhere += own.length;
      continue;
    }
    const standings = await asClient(db, clientId, async (tx) => {
      const here = (await submissionsOf(tx, clientId, onceEach(own))).filter((one) => !!one);
      const found = await standingOf(tx, clientId, here);
      const missing = here.filter((_one, n) => found[n] === 'missing');
      await markSubmitted(tx, vault, clientId, missing);
      return new Map(here.map((one, n) => [keyOf(one), found[n]]));
    });
    const gone = own.filter((one) => (standings.get(keyOf(one)) ?? 'gone') === 'gone');
    // It may be a follow-up that was made after this state of the database.
    if (gone.length > 0) noteLost(lost, clientId, dueBefore(gone).getTime());
    for (const one of own) {
      const found = standings.get(keyOf(one)) ?? 'gone';
      if (found === 'gone') report.elsewhere += 1;
      else report[found] += 1;
    }
    report.marked += [...standings.values()].filter((one) => one === 'missing').length;
  }
  await forgetFollowed(db, lost);
}

const keyOf = ({ callListId, entryId }: Pick<SubmittedAttempt, 'callListId' | 'entryId'>) =>
  `${callListId}/${entryId}`;

function onceEach(given: readonly NamedAttempt[]): NamedAttempt[] {
  return [...new Map(given.map((one) => [keyOf(one), one])).values()];
}
