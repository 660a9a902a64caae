/** Campaigns with lists, entries and attempts in every state. */
import fc from 'fast-check';
import { areaCodes as plan } from '../../src/domain/numbering-plan/area-code.ts';

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
  '06390',
  '83414',
  '99923-0001',
];
const start = Date.parse('2026-01-01T00:00:00Z');
export const minute = 60_000;

export interface RandomEntry {
  areaCode: string;
  state: string | null;
  zipCode: string | null;
  /** Made at import, by the tables of now; `other`: by other ones; null: before there were any. */
  placed: 'now' | 'other' | null;
  /** 0 waiting, 1 taken, 2 barred. */
  stands: 0 | 1 | 2;
  /** Minutes from now; null: never checked. */
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
export const heldFor = ['in_call', 'attempt_cap', 'undecided_text'];
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const entry: fc.Arbitrary<RandomEntry> = fc.record({
  areaCode: fc.constantFrom(...areaCodes),
  state: maybe(fc.constantFrom(...states)),
  zipCode: maybe(fc.constantFrom(...zips)),
  placed: fc.constantFrom('now', 'now', 'other', null),
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
export type RandomCampaign = typeof randomCampaign extends fc.Arbitrary<infer T> ? T : never;
