/** Puts together what is shown of one number, from one snapshot of the client's data. */
import type { NumberEvent, NumberStory, RejectedNumber } from '#contract/number.ts';
import { historyPage } from '#contract/number.ts';
import type { Tx } from '#db/database.ts';
import { awaitedReplies } from '#db/queries/awaited-reply.ts';
import { momentOf, readGateSettings } from '#db/queries/gate-settings.ts';
import { entryKey, type Judged, judgeEntries } from '#db/queries/judged-entries.ts';
import {
  type NumberEntryRow,
  readBlock,
  readCapUse,
  readNumberEntries,
  readRejected,
} from '#db/queries/number.ts';
import { type HistoryCursor, type HistoryRow, readHistory } from '#db/queries/number-history.ts';
import { readAllowed } from '#domain/allowed-by.ts';
import type { GateMoment } from '#domain/gate-question.ts';
import { type CampaignHours, zonesOf } from '#domain/number-story.ts';
import { storedPhone } from '#domain/phone.ts';
import { noteSentence, reasonSentence } from '#domain/reason-sentences.ts';
import { numberEntry, settledVerdict } from './number-entries.ts';

/** Without what stops everything, which only the platform sees. */
type ClientsStory = Omit<NumberStory, 'stopped'>;

/** @returns undefined when the client has no trace of the number */
export async function numberStory(
  tx: Tx,
  clientId: number,
  phone: string,
  now: Date,
): Promise<ClientsStory | undefined> {
  const settings = await readGateSettings(tx, clientId);
  const moment = momentOf(settings, now);
  const { entries, count } = await readNumberEntries(tx, clientId, phone, now);
  const rejected = (await readRejected(tx, clientId, phone)).filter(
    ({ value }) => storedPhone(value) === phone,
  );
  const block = await readBlock(tx, clientId, phone);
  const past = await historyOf(tx, clientId, phone);
  if (count === 0 && rejected.length === 0 && !block && past.history.length === 0) return undefined;
  const waiting = entries.filter((row) => settledVerdict(row) === undefined);
  const judged = await judgeEntries(tx, clientId, waiting, { settings, now });
  const awaited = await awaitedReplies(tx, clientId, entries);
  const asked = waiting.length > 0 ? waiting : entries.slice(0, 1);
  const callees = asked.length > 0 ? asked.map((row) => calleeOf(phone, row)) : [nowhere(phone)];
  return {
    phone,
    at: now.toISOString(),
    zones: zonesOf(callees, campaignHours([...judged.values()], moment), moment.now),
    doNotCall: block ? { ...block, since: block.since.toISOString() } : null,
    caps: await readCapUse(tx, clientId, { phone, now }, settings),
    entries: entries.map((row) =>
      numberEntry(row, {
        settings,
        judged: judged.get(entryKey(row)),
        awaited: awaited.get(entryKey(row)),
      }),
    ),
    entryCount: count,
    rejected: rejected.map(
      ({ loaded, reason, ...row }): RejectedNumber => ({
        ...row,
        loaded: loaded.toISOString(),
        reason: reasonSentence(reason),
        reasonCode: reason,
      }),
    ),
    ...past,
  };
}

/** Each campaign once; of a number that waits nowhere the client's own hours. */
function campaignHours(judged: readonly Judged[], own: GateMoment): CampaignHours[] {
  const moments = new Map(
    judged.map(({ moment }) => [moment.policy?.scope.campaignId ?? 0, moment] as const),
  );
  const all = moments.size > 0 ? [...moments.values()] : [own];
  return all.map(({ hours, policy }) => ({ hours, rules: policy?.hours ?? [] }));
}

const calleeOf = (phone: string, { zoneState, zipCode }: NumberEntryRow) => ({
  phone,
  state: zoneState,
  zipCode,
});
const nowhere = (phone: string) => ({ phone, state: null, zipCode: null });

export async function historyOf(tx: Tx, clientId: number, phone: string, before?: HistoryCursor) {
  const rows = await readHistory(tx, clientId, phone, before);
  const page = rows.slice(0, historyPage);
  const last = rows.length > historyPage ? page.at(-1) : undefined;
  return {
    history: page.flatMap((row) => eventOf(row, phone)),
    earlier: last ? `${last.micros}.${last.id}` : null,
  };
}

/** @returns undefined for a text that is not a cursor */
export function cursorOf(text: string): HistoryCursor | undefined {
  const [, micros, id] = /^(\d{1,16})\.([a-z][\d.]+)$/.exec(text) ?? [];
  return micros === undefined || id === undefined ? undefined : { micros: Number(micros), id };
}

function eventOf({ micros, id, facts }: HistoryRow, phone: string): NumberEvent[] {
  const event = { at: new Date(Math.floor(micros / 1000)).toISOString(), id };
  if (facts.kind === 'attempt') {
    const { kind: _kind, isText, note, allowed, ...rest } = facts;
    return [
      {
        ...event,
        kind: isText ? 'text' : 'call',
        ...rest,
        note: note && noteSentence(note),
        allowedBy: allowed === null ? null : (readAllowed(allowed) ?? null),
      },
    ];
  }
  if (facts.kind === 'left_out') {
    const { value, reason, ...rest } = facts;
    if (storedPhone(value) !== phone) return [];
    return [{ ...event, ...rest, reason: reasonSentence(reason), reasonCode: reason }];
  }
  return [{ ...event, ...facts }];
}
