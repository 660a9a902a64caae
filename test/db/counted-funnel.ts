/** The funnel of a random campaign, counted one by one. */
import type { CampaignFunnel, WaitingReason } from '../../src/contract/campaign-funnel.ts';
import { type ClientHours, callingHours } from '../../src/domain/calling-hours.ts';
import { areaCodes as plan } from '../../src/domain/numbering-plan/area-code.ts';
import { wallTimeIn } from '../../src/domain/zone-rules/zone-clock.ts';
import { heldFor, minute, type RandomCampaign, type RandomEntry } from './random-funnel.ts';

/** Every entry by itself, in the plainest way. */
export function countOneByOne(
  given: RandomCampaign,
): Omit<CampaignFunnel, 'campaignId' | 'leftOut'> {
  const counted = { loaded: 0, called: 0, inProgress: 0, callableNow: 0 };
  const waiting = new Map<string, Waited>();
  const barred = new Map<string, number>();
  for (const { status, entries } of given.lists) {
    for (const one of entries) {
      counted.loaded += 1;
      if (one.stands === 1) counted[one.other ? 'called' : 'inProgress'] += 1;
      else if (one.stands === 2) barred.set(one.barred, (barred.get(one.barred) ?? 0) + 1);
      else if (status > 4) barred.set('list_closed', (barred.get('list_closed') ?? 0) + 1);
      else if (neverCalled(one)) {
        barred.set('number_not_dialed', (barred.get('number_not_dialed') ?? 0) + 1);
      } else {
        const wait = waitOf(one, given);
        if (wait) note(waiting, wait);
        else counted.callableNow += 1;
      }
    }
  }
  const order = [
    ...(['do_not_call', 'opt_out_key', 'opt_out_text', 'number_not_dialed'] as const),
    'list_closed' as const,
  ];
  return {
    at: new Date(given.now).toISOString(),
    lists: given.lists.length,
    ...counted,
    followUps: 0,
    cap: given.cap,
    waiting: [...waiting.values()].map(({ first, last, ...part }) => ({
      ...part,
      first: first === null ? null : new Date(first).toISOString(),
      last: last === null ? null : new Date(last).toISOString(),
    })),
    barred: order.flatMap((reason) => {
      const count = barred.get(reason);
      return count ? [{ reason, count }] : [];
    }),
  };
}

/** Taken from the table itself, not from the rule. */
function neverCalled({ areaCode }: RandomEntry): boolean {
  const area = plan.find(({ code }) => code === areaCode);
  return area?.kind !== 'geographic' || !['US', 'CA'].includes(area.country);
}

interface Wait {
  reason: WaitingReason;
  zone: string | null;
  until: number | null;
}

interface Waited extends Omit<Wait, 'until'> {
  opens: string | null;
  count: number;
  first: number | null;
  last: number | null;
}

function waitOf(one: RandomEntry, { now, hours, running, cap }: RandomCampaign): Wait | undefined {
  if (one.undecided) return { reason: 'undecided_text', zone: null, until: null };
  const within = cap ? one.tried.filter((ago) => ago < cap.days * 1440) : [];
  // Newest first: with this one gone, fewer than the cap allows are left.
  const leaving = cap ? within[cap.most - 1] : undefined;
  if (cap && leaving !== undefined && !one.other) {
    const until = now + (cap.days * 1440 - leaving) * minute;
    return { reason: 'attempt_cap', zone: null, until };
  }
  const callee = { phone: `1${one.areaCode}2000000`, state: one.state, zipCode: one.zipCode };
  const at = (instant: number) =>
    callingHours(hours as ClientHours | null).verdict(callee, instant);
  const held = one.due !== null && one.due > 0 ? now + one.due * minute : null;
  const present = at(now);
  // Closed now and not open before it is checked again: it waits for that opening.
  if (!present.allowed && present.until >= (held ?? now)) {
    return { reason: 'calling_hours', zone: present.zone, until: present.until };
  }
  if (held !== null) {
    const then = at(held);
    if (!then.allowed) return { reason: 'calling_hours', zone: then.zone, until: then.until };
    const kept = one.reason !== null && heldFor.includes(one.reason);
    const reason = kept ? (one.reason as WaitingReason) : 'calling_hours';
    return { reason, zone: null, until: held };
  }
  if (one.other) return { reason: 'in_call', zone: null, until: null };
  if (!running) return { reason: 'campaign_stopped', zone: null, until: null };
  if (one.reason === 'carrier_busy') return { reason: 'carrier_busy', zone: null, until: null };
  return undefined;
}

function note(waiting: Map<string, Waited>, { reason, zone, until }: Wait): void {
  const opens = zone !== null && until !== null ? wallTimeIn(zone, until) : null;
  const key = `${reason} ${zone} ${opens}`;
  const part = waiting.get(key) ?? { reason, zone, opens, count: 0, first: until, last: until };
  waiting.set(key, {
    ...part,
    count: part.count + 1,
    first: until === null ? part.first : Math.min(part.first ?? until, until),
    last: until === null ? part.last : Math.max(part.last ?? until, until),
  });
}
