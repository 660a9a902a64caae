/** Campaigns with lists, entries and attempts in every state, and their funnel counted one by one. */
import fc from 'fast-check';
import type { CampaignFunnel, WaitingReason } from '../../src/contract/campaign-funnel.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import { type ClientHours, callingHours } from '../../src/domain/calling-hours.ts';
import { areaCodes as plan } from '../../src/domain/numbering-plan/area-code.ts';
import { wallTimeIn } from '../../src/domain/zone-rules/zone-clock.ts';
import { makeCampaign, makeTestClient } from '../engine/world.ts';

const areaCodes = plan.map((area) => area.code);
const states = 'AZ HI PR GU NL SK TX FL IN CA NY AE Ohio'.split(' ').concat(' tx ');
const zips = [
  '94103',
  '94103-1234',
  ' 33101',
  '\t96701',
  '1234',
  '2134',
  '501',
  '2134-1234',
  '501-1234',
  '21341234',
  '33101123',
  '5011234',
  '2134.0',
  '34012',
  '09012',
  '12-45',
  'V6B 1A1',
  'a1a',
  '33101',
  '96799',
  '96720',
  '96910',
];
const start = Date.parse('2026-01-01T00:00:00Z');
const minute = 60_000;

interface RandomEntry {
  areaCode: string;
  state: string | null;
  zipCode: string | null;
  /** 0 waiting, 1 taken, 2 barred. */
  stands: 0 | 1 | 2;
  /** Minutes from now; null: never looked at. */
  due: number | null;
  reason: string | null;
  /** A text of its number waits for a manager. */
  undecided: boolean;
  /** Of a taken one: its call has ended. Of a waiting one: another list is calling the number. */
  other: boolean;
  barred: string;
  /** Of a waiting one: its earlier calls, minutes ago, ended since. */
  tried: number[];
}

const heldReasons = [
  ...['calling_hours', 'in_call', 'attempt_cap', 'carrier_busy', 'carrier_busy'],
  'undecided_text',
];
const heldFor = ['in_call', 'attempt_cap', 'undecided_text'];
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const entry: fc.Arbitrary<RandomEntry> = fc.record({
  areaCode: fc.constantFrom(...areaCodes),
  state: maybe(fc.constantFrom(...states)),
  zipCode: maybe(fc.constantFrom(...zips)),
  stands: fc.constantFrom(0, 0, 0, 0, 1, 2),
  due: maybe(fc.constantFrom(-600, -1, 0, 1, 30, 600, 1500)),
  reason: maybe(fc.constantFrom(...heldReasons)),
  undecided: fc.constantFrom(false, false, false, true),
  other: fc.boolean(),
  barred: fc.constantFrom('do_not_call', 'opt_out_key', 'opt_out_text', 'number_not_dialed'),
  tried: fc.oneof(fc.constant<number[]>([]), fc.subarray([5, 600, 1439, 1440, 2000, 2880, 4000])),
});

export const randomCampaign = fc.record({
  now: fc.integer({ min: 0, max: 366 * 1440 }).map((n) => start + n * minute),
  running: fc.boolean(),
  cap: maybe(fc.record({ most: fc.constantFrom(1, 2, 3), days: fc.constantFrom(1, 2) })),
  hours: maybe(
    fc.record({
      open: fc.constantFrom('08:00', '09:30', '12:00'),
      states: fc.constant({
        TX: { open: '11:00', close: '20:00' },
        MA: { close: '19:00' },
        NY: { open: '10:00' },
      }),
    }),
  ),
  lists: fc.array(
    fc.record({
      status: fc.constantFrom(3, 4, 4, 5, 6),
      entries: fc.array(entry, { minLength: 1, maxLength: 25 }),
    }),
    { maxLength: 3 },
  ),
});
type RandomCampaign = typeof randomCampaign extends fc.Arbitrary<infer T> ? T : never;

let numbers = 2_000_000;

/** Writes it as the engine leaves it; phones are added to the entries. */
export async function storeCampaign(db: Database, given: RandomCampaign) {
  const clientId = await makeTestClient(db);
  const campaign = await makeCampaign(db, {
    clientId,
    customerMessage: null,
    machineMessage: null,
  });
  const lists = given.lists.map((list) => ({
    ...list,
    entries: list.entries.map((one) => ({ ...one, phone: phoneOf(one) })),
  }));
  await asClient(db, clientId, async (tx) => {
    await tx.run('UPDATE client SET calling_hours = $2 WHERE client_id = $1', [
      clientId,
      given.hours && JSON.stringify(given.hours),
    ]);
    if (given.cap) {
      // The other kind's cap is nothing to calls.
      await tx.run(
        `INSERT INTO contact_cap (client_id, kind, most, days, complete)
         VALUES ($1, 'call', $2, $3, true), ($1, 'text', 1, 365, true)`,
        [clientId, given.cap.most, given.cap.days],
      );
    }
    const status = given.running ? 3 : 1;
    await tx.run('UPDATE campaign SET run_status = $2 WHERE client_id = $1', [clientId, status]);
    for (const [at, { status, entries }] of lists.entries()) {
      const list = await tx.row<{ id: number }>(
        `INSERT INTO call_list (client_id, campaign_id, name, status_id, account_count, phone_count)
         VALUES ($1, $2, $3, $4, $5, $5) RETURNING call_list_id AS id`,
        [clientId, campaign.campaignId, `List ${at}`, status, entries.length],
      );
      const rows = entries.map((one, n) => rowOf(one, n + 1, given.now));
      await tx.run(
        `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, state,
           due_at, reason, state_code, zip_code)
         SELECT $1, $2, n, n, phone, stands, due::timestamptz, reason, state, zip
         FROM json_to_recordset($3) AS v (n int, phone text, stands int, due text, reason text,
           state text, zip text)`,
        [clientId, list?.id, JSON.stringify(rows)],
      );
      // An open attempt of a waiting number stands in a list of another campaign.
      await tx.run(
        `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
           attempted_at, finished_at, result)
         SELECT $1, CASE WHEN stands = 1 THEN $2 ELSE $2 + 1000000 END, n, $3, phone,
           gen_random_uuid(), now(), CASE WHEN stands = 1 AND other THEN now() END,
           CASE WHEN stands = 1 AND other THEN 'person' END
         FROM json_to_recordset($4) AS v (n int, phone text, stands int, other boolean)
         WHERE stands = 1 OR (stands = 0 AND other)`,
        [clientId, list?.id, campaign.campaignId, JSON.stringify(rows)],
      );
      await tx.run(
        `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
           attempted_at, finished_at, result, counts_as)
         SELECT $1, $2 + 1000000 * (1 + t.n), v.n, $3, phone, gen_random_uuid(), t.at::timestamptz,
           t.at::timestamptz, 'busy', 'call'
         FROM json_to_recordset($4) AS v (n int, phone text, stands int, tried json),
           json_array_elements_text(v.tried) WITH ORDINALITY AS t (at, n)
         WHERE stands = 0`,
        [clientId, list?.id, campaign.campaignId, JSON.stringify(rows)],
      );
      const unclear = entries.filter((one) => one.undecided).map(({ phone }) => phone);
      await tx.run(
        `WITH texts AS (
           INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent,
             carrier_ref)
           SELECT $1, phone, '13025560000', now(), 'Wrong number', 5, 'test:' || phone
           FROM unnest($2::text[]) AS phone RETURNING inbound_text_id, phone)
         INSERT INTO contact_rest (client_id, inbound_text_id, phone, since)
         SELECT $1, inbound_text_id, phone, now() FROM texts`,
        [clientId, unclear],
      );
      const count = (of: (one: RandomEntry) => boolean) => entries.filter(of).length;
      await tx.run(
        `INSERT INTO call_list_count (client_id, call_list_id, attempted, person, barred,
           barred_key, barred_text, barred_number) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          ...[clientId, list?.id, count((one) => one.stands === 1)],
          count((one) => one.stands === 1 && one.other),
          count((one) => one.stands === 2),
          count((one) => one.stands === 2 && one.barred === 'opt_out_key'),
          count((one) => one.stands === 2 && one.barred === 'opt_out_text'),
          count((one) => one.stands === 2 && one.barred === 'number_not_dialed'),
        ],
      );
    }
  });
  return { ...campaign, lists };
}

function phoneOf({ areaCode }: RandomEntry): string {
  numbers += 1;
  return `1${areaCode}${numbers}`;
}

function rowOf(one: RandomEntry & { phone: string }, n: number, now: number) {
  const { phone, stands, state, zipCode: zip, other } = one;
  const waits = one.due !== null && one.due > 0;
  const due = one.due === null ? '-infinity' : new Date(now + one.due * minute).toISOString();
  const reason = stands === 2 ? one.barred : keptReason(one, waits);
  const tried = one.tried.map((ago) => new Date(now - ago * minute).toISOString());
  return { n, phone, stands, due, reason, state, zip, other, tried };
}

/** A number that is held back has a reason; the carrier's refusal never delays. */
function keptReason({ reason }: RandomEntry, waits: boolean): string | null {
  if (!waits) return reason;
  return reason !== null && heldFor.includes(reason) ? reason : 'calling_hours';
}

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
    ...counted,
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

/** Told from the table itself, not by the rule. */
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
  // Closed now and not open sooner than it is looked at again: it waits for that opening.
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
