/**
 * What each rule of a client's contact policy holds now: waiting numbers of lists in use, whether
 * or not the engine has asked the gate about them yet. To be read in one snapshot.
 */

import type { PolicyCost, Purpose } from '#contract/policy.ts';
import { callingHours } from '#domain/calling-hours.ts';
import { simMs } from '#domain/milliseconds.ts';
import { type CampaignPolicy, campaignPolicy } from '#domain/policy/campaign-policy.ts';
import { type Consenting, consentMissing } from '#domain/policy/consent-hold.ts';
import { type Contacted, policyHold } from '#domain/policy/contact-hold.ts';
import { registryHold } from '#domain/policy/registry-hold.ts';
import { scrubHold } from '#domain/policy/scrub-hold.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { isInUse } from '../list-states.ts';
import { attemptKindOf } from './contact-cap.ts';
import { type GateSettings, readGateSettings } from './gate-settings.ts';
import { type ContactsRead, contactsIn, contactsOf, externalKeyOf } from './policy-contacts.ts';
import { onRegistry } from './registry.ts';
import { scrubGroups } from './scrub-groups.ts';
import { waitingGroups } from './waiting-groups.ts';

/** Waiting numbers with contacts that are judged one by one, in all lists together. */
export const mostJudged = 50_000;

interface OpenList {
  campaignId: number;
  campaignName: string;
  callListId: number;
  callListName: string;
  purpose: Purpose;
  kind: 'call' | 'text';
}

interface Held {
  count: number;
  first: number;
  last: number;
}

export async function readPolicyCosts(tx: Tx, clientId: number, now: Date) {
  const settings = await readGateSettings(tx, clientId);
  const costs: PolicyCost[] = [];
  let left = mostJudged;
  if (settings.policyRules.length > 0) {
    for (const list of await openListsOf(tx, clientId)) {
      const policy = campaignPolicy(settings.policyRules, list, settings.registryAsOf);
      if (!policy) continue;
      const held = new Map<number, Held>();
      await heldByHours(tx, clientId, list, { settings, policy, now, held });
      await heldByWords(tx, clientId, list, { policy, now, held });
      await heldByScrub(tx, clientId, list, { policy, now, held });
      left -= await heldByContacts(tx, clientId, list, { policy, now, held, most: left });
      costs.push(...[...held].map(([ruleId, one]) => costOf(ruleId, list, one)));
    }
  }
  return { at: now.toISOString(), atLeast: left <= 0, costs };
}

function costOf(ruleId: number, list: OpenList, { count, first, last }: Held): PolicyCost {
  const { campaignId, campaignName, callListId, callListName } = list;
  return {
    ...{ ruleId, campaignId, campaignName, callListId, callListName, count },
    first: isoOf(first),
    last: isoOf(last),
  };
}

const isoOf = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : null);

function openListsOf(tx: Tx, clientId: number): Promise<OpenList[]> {
  return tx.rows<OpenList>(
    `SELECT c.campaign_id AS "campaignId", c.name AS "campaignName", c.purpose,
       ${attemptKindOf} AS kind, l.call_list_id AS "callListId", l.name AS "callListName"
     FROM call_list l JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
     WHERE l.client_id = $1 AND ${isInUse('l')} AND c.deleted_at IS NULL
     ORDER BY l.call_list_id`,
    [clientId],
  );
}

function addTo(held: Map<number, Held>, ruleId: number, until: number, count: number): void {
  const known = held.get(ruleId);
  held.set(ruleId, {
    count: (known?.count ?? 0) + count,
    first: Math.min(known?.first ?? until, until),
    last: Math.max(known?.last ?? until, until),
  });
}

interface Judging {
  policy: CampaignPolicy;
  now: Date;
  held: Map<number, Held>;
}

/** By groups of numbers whose hours are the same. */
async function heldByHours(
  tx: Tx,
  clientId: number,
  { callListId }: OpenList,
  { settings, policy, now, held }: Judging & { settings: GateSettings },
): Promise<void> {
  if (policy.hours.length === 0) return;
  const { countries } = settings;
  const question = { callListIds: [callListId], now, cap: null, countries };
  const hours = callingHours(settings.callingHours, policy.hours);
  for (const group of await waitingGroups(tx, clientId, question)) {
    const { areaCode, state, zipCode, count } = group;
    const callee = { phone: `1${areaCode}0000000`, state, zipCode };
    const { allowed, ruleId, until } = hours.verdict(callee, now.getTime());
    if (!allowed && ruleId !== null) addTo(held, ruleId, until, count);
  }
}

/**
 * For want of consent, or by the national do-not-call list: by groups of numbers that are alike. Nobody
 * knows until when they wait.
 */
async function heldByWords(
  tx: Tx,
  clientId: number,
  { callListId }: OpenList,
  { policy, now, held }: Judging,
): Promise<void> {
  const { consents, registries, registryAsOf } = policy;
  const asking = [...consents, ...registries];
  if (asking.length === 0) return;
  const placed = asking.some((rule) => rule.state !== null || rule.country !== null);
  const place = placed ? 'substr(e.phone, 1, 4), e.state_code, e.zip_code' : `'', NULL, NULL`;
  const groups = await tx.rows<Consenting & { onRegistry: boolean; count: number }>(
    `SELECT area || '0000000' AS phone, state, "zipCode", "ownConsent", "listConsent",
       "onRegistry", count(*)::float8 AS count
     FROM (SELECT ${place}, e.consent->>'kind', l.consent->>'kind',
         ${registries.length > 0 ? onRegistry : 'false'}
       FROM list_entry e
       JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
       WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.state = ${entryState.waiting}
     ) e (area, state, "zipCode", "ownConsent", "listConsent", "onRegistry")
     GROUP BY 1, 2, 3, 4, 5, 6`,
    [clientId, callListId],
  );
  for (const { count, ...callee } of groups) {
    const rules = [
      consentMissing(consents, callee),
      registryHold(registries, registryAsOf, callee, now.getTime()),
    ];
    for (const rule of rules) if (rule) addTo(held, rule.ruleId, Number.POSITIVE_INFINITY, count);
  }
}

/** For what services answered about them, or for the want of an answer. Nobody knows until when they wait. */
async function heldByScrub(
  tx: Tx,
  clientId: number,
  { callListId }: OpenList,
  { policy: { scrubs }, held }: Judging,
): Promise<void> {
  if (scrubs.length === 0) return;
  for (const group of await scrubGroups(tx, [clientId, callListId], scrubs)) {
    const rule = scrubHold(scrubs, group);
    if (rule) addTo(held, rule.ruleId, Number.POSITIVE_INFINITY, group.count);
  }
}

/**
 * Only numbers with a contact that may matter are judged.
 *
 * @returns how many were
 */
async function heldByContacts(
  tx: Tx,
  clientId: number,
  { callListId }: OpenList,
  { policy, now, held, most }: Judging & { most: number },
): Promise<number> {
  if (policy.windows.length === 0 || most <= 0) return 0;
  const values: unknown[] = [clientId, callListId];
  const given = (value: unknown) => `$${values.push(value)}`;
  const since = `${given(new Date(now.getTime() - policy.reach))}::timestamptz`;
  const rows = await tx.rows<Omit<Contacted, 'contacts'> & { contacts: ContactsRead }>(
    `WITH recent AS MATERIALIZED (
       SELECT phone, call_list_id, account_line, external_key FROM attempt
       WHERE client_id = $1 AND attempted_at > ${since}
       UNION ALL SELECT phone, NULL, NULL, NULL FROM inbound_text
       WHERE client_id = $1 AND received > ${since}
     )
     SELECT e.phone, e.state_code AS state, e.zip_code AS "zipCode",
       coalesce(e.external_id, '') <> '' AS "hasExternalId",
       ${contactsOf(policy, now, given)} AS contacts
     FROM list_entry e
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.state = ${entryState.waiting}
       AND (e.phone IN (SELECT phone FROM recent)
         OR e.account_line IN (SELECT account_line FROM recent WHERE call_list_id = $2)
         OR ${externalKeyOf('e.external_id')} IN (SELECT external_key FROM recent))
     LIMIT ${given(most)}`,
    values,
  );
  const at = simMs(now.getTime());
  for (const { contacts, ...callee } of rows) {
    const contacted = { ...callee, contacts: contactsIn(contacts) };
    const hold = policyHold(policy.windows, contacted, at, at);
    if (hold) addTo(held, hold.rule.ruleId, hold.until, 1);
  }
  return rows.length;
}
