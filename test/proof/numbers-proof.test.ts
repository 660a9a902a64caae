/**
 * Black box over HTTP, under a virtual clock. The suite runs a cut; `npm run proof:numbers` runs 5,000
 * numbers at 12 instants.
 */
import { expect, test } from 'vitest';
import { gateRules } from '../../src/domain/gate.ts';
import { testApi } from '../harness/api.ts';
import { freshDatabase } from '../harness/database.ts';
import { proveNumbers } from './numbers-proof.ts';

const whole = process.env.CARILLON_PROOF === 'whole';
const count = whole ? 5_000 : 220;
const limit = whole ? 60 * 60_000 : 120_000;

/** The API shows what the engine's clock shows. */
let now = () => 0;
const db = await freshDatabase();
const api = await testApi(db, { now: () => new Date(now()), checkResponses: false });
const given = (instant: string, hours: number) => ({
  ...{ db, api, count, instant, hours },
  setNow(clock: () => number) {
    now = clock;
  },
});

interface Moment {
  instant: string;
  /** How far ahead the waiting numbers are followed: until zones open, or the clocks have changed. */
  hours: number;
  /** Every zone is open: nothing waits for hours. */
  open?: true;
}

/** Winter and summer, mornings when zones open one after the other, nights, the changes of the clocks. */
const moments: readonly Moment[] = [
  { instant: '2026-11-20T15:17:00Z', hours: 5 },
  { instant: '2026-11-21T01:17:00Z', hours: 5 },
  { instant: '2026-03-08T14:17:00Z', hours: 5 },
  { instant: '2026-11-01T13:17:00Z', hours: 5 },
  { instant: '2026-07-03T12:17:00Z', hours: 5 },
  { instant: '2026-07-04T02:17:00Z', hours: 11 },
  { instant: '2026-12-24T17:17:00Z', hours: 5 },
  { instant: '2027-01-01T08:17:00Z', hours: 5 },
  { instant: '2026-03-07T20:17:00Z', hours: 17 },
  { instant: '2026-10-31T23:17:00Z', hours: 15, open: true },
  { instant: '2026-06-21T11:47:00Z', hours: 5 },
  { instant: '2026-11-20T18:47:00Z', hours: 5 },
];

test.each(whole ? moments : moments.slice(0, 2))(
  'at $instant every verdict is what the engine does',
  async ({ instant, hours, open }) => {
    const { callable, waited, reasons } = await proveNumbers(given(instant, hours));
    expect(waited).toBeGreaterThan(count / 30);
    const met = ['wait attempt_cap', 'bar do_not_call', ...(open ? [] : ['wait calling_hours'])];
    expect([...reasons]).toEqual(expect.arrayContaining(met));
    if (instant.startsWith('2026-11-20T15')) expect(callable).toBeGreaterThan(count / 4);
    // For docs/figures.md.
    const done = `${instant}: ${callable} called at once, ${waited} after they had waited`;
    if (whole) process.stdout.write(`${done}\n`);
  },
  limit,
);

test(
  'a build that asks the rules in another order is caught',
  async () => {
    const rules = gateRules as (typeof gateRules)[number][];
    const at = (name: string) => rules.findIndex((rule) => rule.name === name);
    const swap = (one: number, other: number) => {
      [rules[one], rules[other]] = [rules[other] as never, rules[one] as never];
    };
    const [hours, cap] = [at('calling_hours'), at('attempt_cap')];
    swap(hours, cap);
    try {
      await expect(
        proveNumbers({ ...given(moments[0]?.instant ?? '', 1), count: 220 }),
      ).rejects.toThrow();
    } finally {
      swap(hours, cap);
    }
  },
  limit,
);
