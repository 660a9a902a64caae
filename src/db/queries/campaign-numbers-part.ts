/**
 * Which entries belong to a part of the funnel, as SQL. Which waiting numbers do is decided by the
 * funnel's own judgement of their groups.
 */
import { barringReasons } from '#contract/campaign-funnel.ts';
import { isInFigure } from '#domain/campaign-funnel.ts';
import { allowedAreaCodes } from '#domain/dialing.ts';
import { sorterOf } from '#domain/forecast/prepare.ts';
import { gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { type FunnelList, funnelMoment, readFunnelCampaign } from './campaign-funnel.ts';
import type { NumbersQuestion } from './campaign-numbers-question.ts';
import { ruleSelector } from './campaign-numbers-rule.ts';
import { nothing, type Selection, type Selector, scoped } from './campaign-numbers-selection.ts';
import { readForecastGround } from './forecast-facts.ts';
import type { KeyedGroup } from './waiting-groups.ts';
import { heldWaiting } from './waiting-held.ts';
import { type FreedLate, waitingSelection } from './waiting-selection.ts';

export async function selectorOf(
  tx: Tx,
  clientId: number,
  question: NumbersQuestion,
  lists: readonly FunnelList[],
): Promise<Selector> {
  const { part } = question;
  if (part === 'never' && !isBarred(question.reason)) {
    return neverSelector(tx, clientId, question);
  }
  if (part === 'callable' || part === 'waiting') {
    return waitingSelector(tx, clientId, { ...question, part }, lists);
  }
  if (part === 'policy_rule') return ruleSelector(tx, clientId, question, lists);
  if (part === 'called' || part === 'in_progress') {
    return (some) => attempted(clientId, question, some);
  }
  const campaign = await readFunnelCampaign(tx, clientId, question.campaignId);
  const allowed = allowedAreaCodes(campaign?.countries ?? []);
  return (some) => {
    const { values, scope } = scoped(clientId, some);
    const given = (value: unknown) => `$${values.push(value)}`;
    const notAllowed = () => `substr(e.phone, 2, 3) <> ALL (${given(allowed)}::text[])`;
    const where = wherePart(question, openIn(some, given), notAllowed);
    return {
      before: '',
      from: 'list_entry e',
      where: `e.client_id = $1 AND e.call_list_id ${scope} AND ${where}`,
      values,
    };
  };
}

/** SQL: whether the list of the entry `e` is open; asked for where it matters. */
function openIn(lists: readonly FunnelList[], given: (value: unknown) => string) {
  const open = lists.filter((list) => list.open).map(({ callListId }) => callListId);
  if (open.length === lists.length) return () => 'true';
  return () => (open.length === 0 ? 'false' : `e.call_list_id = ANY (${given(open)})`);
}

/** SQL: entries of the parts that need no judgement. */
function wherePart(
  { part, reason }: NumbersQuestion,
  open: () => string,
  notAllowed: () => string,
): string {
  if (part === 'all') return 'true';
  if (part === 'barred_for_good') return `e.state = ${entryState.barred}`;
  if (part !== 'remaining') return barredWhere(reason, open, notAllowed);
  return `NOT EXISTS (SELECT FROM attempt a
         WHERE a.client_id = $1 AND a.call_list_id = e.call_list_id AND a.entry_id = e.entry_id
           AND a.finished_at IS NOT NULL)`;
}

/** SQL: entries that are counted as barred for a reason; all of them without one. */
function barredWhere(
  reason: string | undefined,
  open: () => string,
  notAllowed: () => string,
): string {
  const barred = `e.state = ${entryState.barred}`;
  const waiting = `e.state = ${entryState.waiting}`;
  // The gate bars these as soon as it sees them; of a closed list it sees none.
  const notDialed = () => `(${waiting} AND ${open()} AND ${notAllowed()})`;
  const closed = () => `(${waiting} AND NOT ${open()})`;
  if (reason === undefined) return `(${barred} OR ${notDialed()} OR ${closed()})`;
  if (reason === 'list_closed') return closed();
  if (reason === gateReasons.doNotCall) {
    return `(${barred} AND coalesce(e.reason, '') <> ALL ('{${ownCounters.join(',')}}'))`;
  }
  const own = ownCounters.find((one) => one === reason);
  const ofReason = own ? `(${barred} AND e.reason = '${own}')` : 'false';
  return reason === gateReasons.notDialed ? `(${ofReason} OR ${notDialed()})` : ofReason;
}

/** Reasons that are counted apart; the remainder is the do-not-call list's. */
const ownCounters: readonly string[] = [
  ...[gateReasons.optOutKey, gateReasons.optOutText, gateReasons.notDialed],
  ...[gateReasons.accountStop, gateReasons.alreadyReached, gateReasons.followUpEnded],
];

/** Those that the forecast finds never to come up, by the gate's judgement of their groups. */
async function neverSelector(
  tx: Tx,
  clientId: number,
  { campaignId, now, reason, start, stop, open: opens, close }: NumbersQuestion,
): Promise<Selector> {
  const ground = await readForecastGround(tx, clientId, campaignId, now);
  if (!ground) return (some) => nothing(clientId, some);
  const { facts, waiting } = ground;
  const { neverReason, reasonBesideCap, hoursKey } = sorterOf(facts, {
    ...{ start, stop, open: opens, close },
  });
  const isLate = (group: KeyedGroup) => group.capped !== null && reasonBesideCap(group) === null;
  const [capped, others] = [waiting.groups.filter(isLate), waiting.groups.filter(not(isLate))];
  const isWanted = (group: KeyedGroup) => neverReason(group) === reason;
  // What the policy holds number by number is found number by number.
  const byNumber = capped.filter((group) => group.held && isWanted(group));
  const wanted = [...others.filter(isWanted), ...byNumber];
  const late = freedTooLate(capped.filter(not(isHeld)), isWanted, hoursKey);
  const held = waiting.groups.filter(isHeld);
  const question = { now, cap: facts.cap, countries: facts.countries };
  return (some) => {
    const open = some.filter((list) => list.open);
    if (open.length === 0 || wanted.length + late.length === 0) return nothing(clientId, some);
    const selected = { wanted, held, words: waiting.words, late };
    return waitingSelection(scoped(clientId, open), question, selected);
  };
}

const isHeld = (group: KeyedGroup) => group.held !== undefined;
const not = (is: (group: KeyedGroup) => boolean) => (group: KeyedGroup) => !is(group);

/**
 * Of numbers in the same hours: if those that the cap frees in a quarter of an hour come too late, so
 * do all that it frees later. Where the stop itself divides a quarter, those of some groups do not.
 */
function freedTooLate(
  capped: readonly KeyedGroup[],
  isWanted: (group: KeyedGroup) => boolean,
  hoursKey: (group: KeyedGroup) => string,
): FreedLate[] {
  const found = new Map<number, Set<string>>();
  for (const groups of Map.groupBy(capped, hoursKey).values()) {
    const [late, inTime] = [groups.filter(isWanted), groups.filter(not(isWanted))];
    const first = late.reduce((least, { quarter = 0 }) => Math.min(least, quarter), Infinity);
    const divided = new Set(
      inTime.filter(({ quarter }) => quarter === first).map(({ base }) => base),
    );
    for (const { base = '' } of late) {
      const from = divided.has(base) ? first + 1 : first;
      found.set(from, (found.get(from) ?? new Set()).add(base));
    }
  }
  return [...found].map(([from, bases]) => ({ from, bases: [...bases] }));
}

const isBarred = (reason: string | undefined) => barringReasons.some((one) => one === reason);

async function waitingSelector(
  tx: Tx,
  clientId: number,
  wanted: NumbersQuestion & { part: 'callable' | 'waiting' },
  lists: readonly FunnelList[],
): Promise<Selector> {
  const { campaignId, now, part, reason, zone, opens } = wanted;
  const campaign = await readFunnelCampaign(tx, clientId, campaignId);
  if (!campaign) return (some) => nothing(clientId, some);
  const callListIds = lists.filter(({ open }) => open).map(({ callListId }) => callListId);
  const question = { now, cap: campaign.cap, countries: campaign.countries };
  const waiting = { ...question, callListIds };
  const { groups, words } = await heldWaiting(tx, clientId, waiting, campaign.policy);
  const moment = funnelMoment(campaign, now);
  const figure = part === 'callable' ? { part } : { part, reason, zone, opens };
  const inFigure = groups.filter((group) => isInFigure(group, moment, figure));
  const held = groups.filter((group) => group.held !== undefined);
  return (some) => {
    const open = some.filter((list) => list.open);
    if (open.length === 0 || inFigure.length === 0) return nothing(clientId, some);
    return waitingSelection(scoped(clientId, open), question, { wanted: inFigure, held, words });
  };
}

function attempted(
  clientId: number,
  { part, result }: NumbersQuestion,
  lists: readonly FunnelList[],
): Selection {
  const { values, scope } = scoped(clientId, lists);
  const given = (value: unknown) => `$${values.push(value)}`;
  const ended = part === 'called' ? 'IS NOT NULL' : 'IS NULL';
  const ofResult = result === undefined ? '' : `AND a.result = ${given(result)}`;
  return {
    before: '',
    from: `attempt a JOIN list_entry e ON e.client_id = $1 AND e.call_list_id = a.call_list_id
         AND e.entry_id = a.entry_id`,
    where: `a.client_id = $1 AND a.call_list_id ${scope} AND e.call_list_id ${scope}
         AND a.finished_at ${ended} ${ofResult}`,
    values,
  };
}
