/**
 * A newer list does not wait for the end of all older ones: somebody loads a short list of numbers that
 * no other list has, and its turn comes while the older ones are still being called.
 */
import { asClient } from '../../src/db/database.ts';
import { isAttempt, localHour, type ParsedLine } from './judge.ts';
import type { Ledger } from './ledger.ts';
import type { Office } from './office.ts';
import { loadList, pick, zonesOfTown } from './town.ts';

/** Real seconds in which the owner of the campaign has surely polled its lists again. */
const noticedWithin = 4;
/** Lists of a campaign take turns: this number of calls from others is far more than that. */
const mostBefore = 25;

export async function loadUrgent({ random, town, db, now, second, ledger }: Office): Promise<void> {
  const { clientId, campaigns } = pick(random, town);
  const { campaignId } = pick(random, campaigns);
  const made = ledger.next();
  const code = pick(random, Object.keys(zonesOfTown));
  const phones = [1, 2, 3].map((n) => `1${code}${6_660_000 + made * 10 + n}`);
  const callListId = await asClient(db, clientId, (tx) =>
    loadList(tx, { clientId, campaignId }, { phones }),
  );
  const from = now() + noticedWithin * second;
  ledger.urgent.push({ clientId, campaignId, callListId, phones, from });
}

/** @param campaignOf the campaign whose call a line of the log is */
export function keptWaiting(
  lines: readonly ParsedLine[],
  { urgent, silences, optOuts }: Pick<Ledger, 'urgent' | 'silences' | 'optOuts'>,
  campaignOf: (line: ParsedLine) => number | undefined,
): string[] {
  return urgent.flatMap(({ campaignId, callListId, phones, from }) => {
    // Closed, or nobody left to call: no turn comes.
    if (silences.some((one) => one.callListId === callListId)) return [];
    if (optOuts.some(({ phone }) => phones.includes(phone))) return [];
    const zone = zonesOfTown[phones[0]?.slice(1, 4) ?? ''] ?? 'UTC';
    let before = 0;
    for (const line of lines.filter((one) => isAttempt(one) && campaignOf(one) === campaignId)) {
      if (line.callListId === callListId) return [];
      const hour = localHour(line.instant, zone);
      // Its own numbers may rest at these hours.
      if (line.instant < from || hour < 9 || hour >= 20) continue;
      before += 1;
    }
    return before > mostBefore
      ? [`list ${callListId} had no turn while ${before} others of its campaign were called`]
      : [];
  });
}
