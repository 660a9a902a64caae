/** Entries as they are shown: with the gate's verdict, or what became of them. */
import type { EntryVerdict, NextChance, NumberEntry } from '#contract/number.ts';
import { entryState } from '#db/entry-states.ts';
import type { AwaitedReply } from '#db/queries/awaited-reply.ts';
import type { GateSettings } from '#db/queries/gate-settings.ts';
import type { Judged } from '#db/queries/judged-entries.ts';
import type { NumberEntryRow } from '#db/queries/number.ts';
import { type Chance, nextChance, type ShownVerdict } from '#domain/entry-verdict.ts';
import { readRules } from '#domain/rule-reading.ts';

const iso = (at: number | null) =>
  at === null || !Number.isFinite(at) ? null : new Date(at).toISOString();

/** What the gate is not asked about any more; undefined when it is. */
export function settledVerdict({
  state,
  reason,
  result,
  finishedAt,
  inUse,
}: Pick<NumberEntryRow, 'state' | 'reason' | 'result' | 'finishedAt' | 'inUse'>):
  | EntryVerdict
  | undefined {
  const settled = { until: null, zone: null };
  if (state === entryState.taken) {
    return { kind: 'done', reason: finishedAt ? result : 'in_progress', ...settled };
  }
  if (state === entryState.barred) return { kind: 'bar', reason, ...settled };
  return inUse ? undefined : { kind: 'bar', reason: 'list_closed', ...settled };
}

export const wireVerdict = (verdict: ShownVerdict): EntryVerdict => ({
  ...verdict,
  until: iso(verdict.until),
});

const wireChance = ({ at, until, because }: Chance): NextChance => ({
  at: iso(at),
  until: iso(until),
  because,
});

/** The hours are those of the instant at which it was asked. */
function readHeldBy(
  { facts, rules, moment }: Judged,
  { question, asked }: NonNullable<Judged['heldBy']>,
  countries: GateSettings['countries'],
) {
  const range = moment.hours.rangeOf(facts, question.now);
  const read = readRules(asked, { facts, question, countries, range, ...rules });
  return read.find(({ passed }) => passed === false);
}

interface Given {
  settings: GateSettings;
  judged: Judged | undefined;
  awaited: AwaitedReply | undefined;
}

export function numberEntry(
  row: NumberEntryRow,
  { settings, judged, awaited }: Given,
): NumberEntry {
  const { callListId, callListName, entryId, campaignId, campaignName, campaignType } = row;
  const { running, firstName, lastName, externalId, line, column } = row;
  const ended = row.finishedAt ?? row.attemptedAt;
  const shared = {
    ...{ callListId, callListName, entryId, campaignId, campaignName, campaignType },
    ...{ running, firstName, lastName, externalId, line, column },
    loaded: row.loaded.toISOString(),
    endedAt: ended?.toISOString() ?? null,
    awaitedReply: awaited ? { ...awaited, until: awaited.until.toISOString() } : null,
  };
  const settled = settledVerdict(row);
  if (settled || !judged) {
    // An entry that is taken or deleted between two statements of one snapshot does not exist.
    const verdict = settled ?? { kind: 'bar', reason: 'list_closed', until: null, zone: null };
    return { ...shared, verdict, rules: [], chance: null };
  }
  const { facts, question, asked, rules, verdict, moment } = judged;
  const range = moment.hours.rangeOf(facts, moment.now);
  const { countries } = settings;
  const heldBy = judged.heldBy && readHeldBy(judged, judged.heldBy, countries);
  const chance = nextChance(facts, moment, row, row);
  return {
    ...shared,
    verdict: wireVerdict(verdict),
    rules: readRules(asked, { facts, question, countries, range, ...rules }),
    ...(heldBy && { heldBy }),
    chance: verdict.kind === 'bar' ? null : wireChance(chance),
  };
}
