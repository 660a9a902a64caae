/** Waiting entries of any lists, each with the verdict of the gate at this instant. */

import type { Purpose } from '#contract/policy.ts';
import type { AttemptKind } from '#domain/contact-cap.ts';
import { type JudgedEntry, judgeEntry, type PutOff } from '#domain/entry-verdict.ts';
import type { GateMoment } from '#domain/gate-question.ts';
import type { Tx } from '../database.ts';
import { type EntryRules, type EntryStanding, readEntryFacts } from './entry-facts.ts';
import { capFor, type GateSettings, momentOf } from './gate-settings.ts';

export interface WaitingEntry extends PutOff {
  campaignId: number;
  callListId: number;
  entryId: number;
  phoneColumns: number;
  attemptKind: AttemptKind;
  oneCallPerAccount: boolean;
  purpose: Purpose;
}

export interface Judged extends JudgedEntry {
  facts: EntryStanding;
  rules: EntryRules;
  /** Under the policy of its campaign. */
  moment: GateMoment;
}

export const entryKey = ({ callListId, entryId }: { callListId: number; entryId: number }) =>
  `${callListId}.${entryId}`;

/** One query for each list: they name their partition. */
export async function judgeEntries(
  tx: Tx,
  clientId: number,
  entries: readonly WaitingEntry[],
  { settings, now }: { settings: GateSettings; now: Date },
): Promise<Map<string, Judged>> {
  const judged = new Map<string, Judged>();
  for (const [callListId, own] of Map.groupBy(entries, (entry) => entry.callListId)) {
    const [first] = own;
    if (!first) continue;
    const { campaignId, phoneColumns, purpose, attemptKind: kind } = first;
    const moment = momentOf(settings, now, { campaignId, purpose, kind });
    const rules = rulesFor(first, settings, moment);
    const query = { clientId, campaignId, callListId, phoneColumns, now };
    const putOff = new Map(own.map((entry) => [entry.entryId, entry]));
    for (const facts of await readEntryFacts(tx, query, rules, [...putOff.keys()])) {
      const { due, reason } = putOff.get(facts.entryId) ?? { due: null, reason: null };
      const entry = judgeEntry(facts, moment, { due, reason });
      judged.set(entryKey({ callListId, entryId: facts.entryId }), {
        ...entry,
        facts,
        rules,
        moment,
      });
    }
  }
  return judged;
}

function rulesFor(
  { attemptKind, oneCallPerAccount }: WaitingEntry,
  settings: GateSettings,
  { policy }: GateMoment,
): EntryRules {
  const { wholeAccounts, leastGapHours } = settings;
  const cap = capFor(settings, attemptKind);
  return { attemptKind, cap, leastGapHours, wholeAccounts, oneCallPerAccount, policy };
}
