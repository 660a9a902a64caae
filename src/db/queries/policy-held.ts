/**
 * Which waiting numbers of a list a rule of the contact policy holds now, whether or not the engine has asked
 * the gate about them: counted for the costs, and found again for the screen Numbers. Where several rules hold a
 * number, it counts for each of them, as if there were no other one (decision 102).
 */
import { callingHours } from '#domain/calling-hours.ts';
import { simMs } from '#domain/milliseconds.ts';
import type { CampaignPolicy } from '#domain/policy/campaign-policy.ts';
import { type Consenting, consentMissing } from '#domain/policy/consent-hold.ts';
import { type Contacted, policyHold } from '#domain/policy/contact-hold.ts';
import { registryHold } from '#domain/policy/registry-hold.ts';
import { type KnownAnswers, knownAnswers, scrubHold } from '#domain/policy/scrub-hold.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import type { GateSettings } from './gate-settings.ts';
import { listsWithReused } from './lists-with-reused.ts';
import {
  type ContactsRead,
  contactsIn,
  contactsOf,
  recentContacts,
  rowsInIndexOrder,
} from './policy-contacts.ts';
import { onRegistry } from './registry.ts';
import { joinedConsentDate, scrubRowsOf } from './scrub-answer.ts';
import { waitingGroups } from './waiting-groups.ts';

/** Waiting numbers with contacts that are judged one by one, in all lists together. */
export const mostJudged = 50_000;

/** Numbers that a rule holds. */
export interface HeldNumbers {
  ruleId: number;
  /** Epoch ms; Infinity: nobody knows. */
  until: number;
  count: number;
  /** What finds them again: a group of numbers, a group by words, or one entry. */
  key: string | number;
}

export interface HeldQuestion {
  callListId: number;
  policy: CampaignPolicy;
  settings: Pick<GateSettings, 'callingHours' | 'countries'>;
  now: Date;
}

const groupQuestion = ({ settings: { countries }, now }: HeldQuestion) => ({
  now,
  cap: null,
  countries,
});

/** By groups of numbers whose hours are the same. */
async function heldByHours(
  tx: Tx,
  clientId: number,
  question: HeldQuestion,
): Promise<HeldNumbers[]> {
  const { callListId, policy, settings, now } = question;
  if (policy.hours.length === 0) return [];
  const hours = callingHours(settings.callingHours, policy.hours);
  const groups = await waitingGroups(tx, clientId, {
    ...groupQuestion(question),
    callListIds: [callListId],
  });
  return groups.flatMap(({ areaCode, state, zipCode, count, key }) => {
    const callee = { phone: `1${areaCode}0000000`, state, zipCode };
    const holding = hours.holding(callee, now.getTime());
    return holding.map(({ ruleId, until }) => ({ ruleId, until, count, key }));
  });
}

/**
 * The lists' consent and the account's, the registry, and what services answered: as SQL of entry `e`
 * and list `l`.
 */
function wordColumns({ consents, registries, scrubs }: CampaignPolicy): string[] {
  const isPlaced = [...consents, ...registries, ...scrubs].some(
    ({ state, country }) => state !== null || country !== null,
  );
  const asksSince = scrubs.some(({ terms }) => terms.refused === 'reassigned');
  return [
    ...[`e.consent->>'kind'`, `l.consent->>'kind'`],
    registries.length > 0 ? onRegistry : 'false',
    ...(isPlaced
      ? ['substr(e.phone, 1, 4)', 'e.state_code', 'e.zip_code']
      : [`''`, 'NULL', 'NULL']),
    scrubs.length > 0 ? scrubRowsOf : 'NULL::jsonb',
    asksSince ? joinedConsentDate : 'NULL',
  ];
}

/** SQL: a number's words, equal for numbers that all such rules treat alike. */
export const wordKey = (policy: CampaignPolicy): string =>
  `jsonb_build_array(${wordColumns(policy).join(', ')})::text`;

export function calleeOfWords(
  key: string,
): Consenting & { onRegistry: boolean; scrub: KnownAnswers } {
  const [ownConsent, listConsent, listed, area, state, zipCode, answers, since] = JSON.parse(key);
  return {
    ...{ phone: `${area}0000000`, state, zipCode, ownConsent, listConsent, onRegistry: listed },
    scrub: knownAnswers(answers, since),
  };
}

export const asksForWords = ({ consents, registries, scrubs }: CampaignPolicy) =>
  consents.length + registries.length + scrubs.length > 0;

const ofList = `JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id`;

/**
 * For want of consent, by the national do-not-call list or by what services answered: by groups of numbers
 * that are alike. Nobody knows until when they wait.
 */
async function heldByWords(
  tx: Tx,
  clientId: number,
  { callListId, policy, now }: HeldQuestion,
): Promise<HeldNumbers[]> {
  if (!asksForWords(policy)) return [];
  const { consents, registries, registryAsOf, scrubs } = policy;
  const columns = wordColumns(policy);
  const names = columns.map((_, index) => `c${index}`).join(', ');
  const groups = await tx.rows<{ key: string; count: number }>(
    `SELECT jsonb_build_array(${names})::text AS key, sum(count)::float8 AS count
     FROM (SELECT ${columns.join(', ')}, count(*)
       FROM list_entry e ${ofList}
       WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.state = ${entryState.waiting}
       GROUP BY ${columns.map((_, index) => index + 1).join(', ')}) e (${names}, count)
     GROUP BY 1`,
    [clientId, callListId],
  );
  return groups.flatMap(({ key, count }) => {
    const callee = calleeOfWords(key);
    const holding = [
      ...consents.filter((rule) => consentMissing([rule], callee)),
      ...registries.filter((rule) => registryHold([rule], registryAsOf, callee, now.getTime())),
      ...scrubs.filter((rule) => scrubHold([rule], callee)),
    ];
    const until = Number.POSITIVE_INFINITY;
    return holding.map(({ ruleId }) => ({ ruleId, until, count, key }));
  });
}

/** Only numbers with a contact that may matter are judged. */
async function heldByContacts(
  tx: Tx,
  clientId: number,
  { callListId, policy, now }: HeldQuestion,
  most: number,
): Promise<{ judged: number; held: HeldNumbers[] }> {
  if (policy.windows.length === 0 || most <= 0) return { judged: 0, held: [] };
  const values: unknown[] = [clientId, callListId];
  const given = (value: unknown) => `$${values.push(value)}`;
  const lists = await listsWithReused(tx, { clientId, callListId }, policy);
  const { recent, isRecent } = recentContacts(policy, now, given, lists);
  const rows = await rowsInIndexOrder<
    Omit<Contacted, 'contacts'> & { entryId: number; contacts: ContactsRead }
  >(
    tx,
    `WITH ${recent}
     SELECT e.entry_id AS "entryId", e.phone, e.state_code AS state, e.zip_code AS "zipCode",
       coalesce(e.external_id, '') <> '' AS "hasExternalId",
       ${contactsOf(policy, now, given, lists)} AS contacts
     FROM list_entry e
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.state = ${entryState.waiting}
       AND ${isRecent}
     ORDER BY e.entry_id LIMIT ${given(most)}`,
    values,
  );
  const at = simMs(now.getTime());
  const held = rows.flatMap(({ contacts, entryId, ...callee }) => {
    const contacted = { ...callee, contacts: contactsIn(contacts) };
    return policy.windows.flatMap((rule) => {
      const hold = policyHold([rule], contacted, at, at);
      return hold ? [{ ruleId: rule.ruleId, until: hold.until, count: 1, key: entryId }] : [];
    });
  });
  return { judged: rows.length, held };
}

/**
 * @param most numbers with contacts that are judged
 * @returns also how many were
 */
export async function heldBy(
  tx: Tx,
  clientId: number,
  question: HeldQuestion,
  most: number,
): Promise<{ judged: number; held: HeldNumbers[] }> {
  const byContacts = await heldByContacts(tx, clientId, question, most);
  const others = [
    ...(await heldByHours(tx, clientId, question)),
    ...(await heldByWords(tx, clientId, question)),
  ];
  return { judged: byContacts.judged, held: [...others, ...byContacts.held] };
}
