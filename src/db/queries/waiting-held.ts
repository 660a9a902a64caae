/**
 * The groups of a campaign's waiting numbers with what the contact policy holds now, before the gate has seen
 * it, so that the funnel, the screen Numbers, the verdicts there and the costs of the policy agree.
 */
import type { WaitingGroup } from '#domain/campaign-funnel.ts';
import { gateReasons, inCallWait } from '#domain/gate.ts';
import { later, simMs } from '#domain/milliseconds.ts';
import type { CampaignPolicy } from '#domain/policy/campaign-policy.ts';
import { consentMissing } from '#domain/policy/consent-hold.ts';
import { type Contacted, policyHold } from '#domain/policy/contact-hold.ts';
import { registryHold } from '#domain/policy/registry-hold.ts';
import { scrubHold } from '#domain/policy/scrub-hold.ts';
import type { Tx } from '../database.ts';
import { listsWithReused } from './lists-with-reused.ts';
import {
  type ContactsRead,
  contactsIn,
  contactsOf,
  recentContacts,
  rowsInIndexOrder,
} from './policy-contacts.ts';
import { asksForWords, calleeOfWords, mostJudged, wordKey } from './policy-held.ts';
import {
  cappedKey,
  capTable,
  countedBy,
  entryGroupColumns,
  entryGroupKey,
  entryLeaving,
  entryQuarter,
  isOutsideCap,
  type KeyedGroup,
  planSettings,
  usualSettings,
  type WaitingQuestion,
  waitingEntries,
  waitingGroups,
} from './waiting-groups.ts';

export interface HeldWaiting {
  groups: KeyedGroup[];
  /** SQL: the words of entry `e` of list `l`, where a rule asks for some. */
  words: string | undefined;
  /** Not all numbers with contacts were judged: the policy may hold more. */
  atLeast: boolean;
}

/** @param most numbers with contacts that are judged */
export async function heldWaiting(
  tx: Tx,
  clientId: number,
  question: WaitingQuestion,
  policy: CampaignPolicy | null,
  most = mostJudged,
): Promise<HeldWaiting> {
  const groups = await waitingGroups(tx, clientId, question);
  const words = policy && asksForWords(policy) ? wordKey(policy) : undefined;
  if (!policy || (!words && policy.windows.length === 0)) return { groups, words, atLeast: false };
  const moves = movesOf(groups);
  if (words) await moveByWords(tx, clientId, { question, policy, words, moves });
  const atLeast = await moveByContacts(tx, clientId, { question, policy, words, moves }, most);
  return { groups: moves.all(), words, atLeast };
}

interface Moving {
  question: WaitingQuestion;
  policy: CampaignPolicy;
  words: string | undefined;
  moves: ReturnType<typeof movesOf>;
}

type Found = { words: string } | { callListId: number; entryId: number };

type Hold = NonNullable<WaitingGroup['policy']>;

/** Takes numbers out of their groups into others, which differ by what the policy says alone. */
function movesOf(groups: readonly KeyedGroup[]) {
  const before = new Map(groups.map((group) => [group.key, { ...group }]));
  const held = new Map<string, KeyedGroup & Required<Pick<KeyedGroup, 'held'>>>();
  return {
    of: (key: string) => before.get(key),
    move(group: KeyedGroup, policy: Hold, count: number, found: Found) {
      group.count -= count;
      const key = `${group.key} ${policy.reason} ${policy.until}`;
      const empty = { ...group, policy, key, count: 0, held: { words: [], entries: [] } };
      const target = held.get(key) ?? empty;
      target.count += count;
      if ('words' in found) target.held.words.push(`${group.base ?? group.key} ${found.words}`);
      else target.held.entries.push(found);
      held.set(key, target);
    },
    all: () => [...before.values(), ...held.values()].filter(({ count }) => count > 0),
  };
}

const ofList = 'JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id';

/** Where a number's group is found again: by its key without the cap, and by what the cap says. */
interface GroupPart {
  key: string;
  quarter: number | null;
}

/** Otherwise the cap is all that is said of those that it holds. */
const isApart = ({ cap, capApart }: WaitingQuestion) => cap !== null && capApart === true;

/** Consent, the national list and answers of services: by groups of numbers that are alike. */
async function moveByWords(
  tx: Tx,
  clientId: number,
  { question, policy, words, moves }: Moving,
): Promise<void> {
  const { callListIds, now, cap } = question;
  const tables = capTable(cap !== null);
  const apart = isApart(question);
  await tx.run(planSettings);
  const rows = await tx.rows<GroupPart & { words: string; count: number }>(
    `${tables.length > 0 ? `WITH ${tables.join(', ')}` : ''}
     SELECT ${entryGroupKey} AS key, words, quarter, sum(count)::float8 AS count
     FROM (SELECT place, area, state, zip, due, reason, in_call, undecided, words,
         ${apart ? entryQuarter : 'NULL::float8'} AS quarter, count(*)
       FROM (SELECT ${entryGroupColumns(cap !== null)}, ${words} AS words
           ${apart ? ', f.leaving' : ''}
         FROM list_entry e ${ofList} ${apart ? 'LEFT JOIN full_up f ON f.phone = e.phone' : ''}
         WHERE ${waitingEntries('= ANY ($2)')}) e
       WHERE ${apart ? 'true' : isOutsideCap} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) g
     GROUP BY 1, 2, 3`,
    [clientId, callListIds, now, gateReasons.carrierBusy, ...countedBy(question)],
  );
  await tx.run(usualSettings);
  for (const row of rows) {
    const group = moves.of(cappedKey(row.key, row.quarter));
    if (!group) continue;
    const reason = heldByWordsAt(policy, row.words, now.getTime());
    if (reason) moves.move(group, { reason, until: null }, row.count, { words: row.words });
  }
}

function heldByWordsAt(policy: CampaignPolicy, words: string, at: number) {
  const callee = calleeOfWords(words);
  const { consents, registries, registryAsOf, scrubs } = policy;
  if (consentMissing(consents, callee)) return gateReasons.noConsent;
  const rule = registryHold(registries, registryAsOf, callee, at) ?? scrubHold(scrubs, callee);
  return rule && gateReasons.contactPolicy;
}

type ContactedRow = Omit<Contacted, 'contacts'> &
  GroupPart & {
    entryId: number;
    words: string | null;
    contacts: ContactsRead;
  };

/** Limits, gaps and rests: number by number of those with a contact that may matter. */
async function moveByContacts(
  tx: Tx,
  clientId: number,
  { question, policy, words, moves }: Moving,
  most: number,
): Promise<boolean> {
  let left = policy.windows.length === 0 ? 0 : most;
  const now = simMs(question.now.getTime());
  for (const callListId of left > 0 ? question.callListIds : []) {
    const rows = await contactedIn(tx, clientId, {
      callListId,
      question,
      policy,
      words,
      most: left,
    });
    left -= rows.length;
    for (const { contacts, entryId, key, quarter, words: own, ...callee } of rows) {
      const group = moves.of(cappedKey(key, quarter));
      if (!group) continue;
      if (own !== null && heldByWordsAt(policy, own, now)) continue;
      const contacted = { ...callee, contacts: contactsIn(contacts) };
      const hold = policyHold(policy.windows, contacted, now, later(now, inCallWait));
      if (!hold) continue;
      // The engine does not ask about it before it is due.
      const until = Math.max(hold.until, group.due ?? 0);
      moves.move(group, { reason: gateReasons.contactPolicy, until }, 1, { callListId, entryId });
    }
    if (left <= 0) return true;
  }
  return false;
}

async function contactedIn(
  tx: Tx,
  clientId: number,
  {
    callListId,
    question,
    policy,
    words,
    most,
  }: Omit<Moving, 'moves'> & { callListId: number; most: number },
): Promise<ContactedRow[]> {
  const { now, cap } = question;
  const apart = isApart(question);
  const values: unknown[] = [clientId, callListId, now, gateReasons.carrierBusy];
  values.push(...countedBy(question));
  const given = (value: unknown) => `$${values.push(value)}`;
  const lists = await listsWithReused(tx, { clientId, callListId }, policy);
  const { recent, isRecent } = recentContacts(policy, now, given, lists);
  return rowsInIndexOrder<ContactedRow>(
    tx,
    `WITH ${[...capTable(cap !== null), recent].join(', ')}
     SELECT entry_id AS "entryId", ${entryGroupKey} AS key, words, phone, state_code AS state,
       zip_code AS "zipCode", known AS "hasExternalId", contacts,
       ${apart ? entryQuarter : 'NULL::float8'} AS quarter
     FROM (SELECT e.entry_id, e.phone, e.state_code, e.zip_code,
         coalesce(e.external_id, '') <> '' AS known, ${entryGroupColumns(cap !== null)},
         ${words ?? 'NULL'} AS words, ${contactsOf(policy, now, given, lists)} AS contacts
         ${apart ? `, ${entryLeaving} AS leaving` : ''}
       FROM list_entry e ${words ? ofList : ''}
       WHERE ${waitingEntries('= $2')} AND ${isRecent}
       ORDER BY e.entry_id LIMIT ${given(most)}) e
     WHERE ${apart ? 'true' : isOutsideCap}`,
    values,
  );
}
