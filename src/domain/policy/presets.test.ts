/** Each preset against what it says it means, asked of the function that claims ask. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  contactSubjects,
  type PolicyRule,
  policyChannels,
  policyDays,
  purposes,
} from '#contract/policy.ts';
import { type CallingHours, callingHours } from '../calling-hours.ts';
import { stateNames } from '../state-names.ts';
import { type Preset, presetOf, presets, rowsOfPreset } from './presets.ts';

const withIds = (preset: Preset): PolicyRule[] =>
  rowsOfPreset(preset).map((row, at) => ({ ...row, ruleId: at + 1 }));

/** Days of the lines below; none of the plain ones is a holiday. */
const days: Record<string, string> = {
  Mon: '2026-11-30',
  Wed: '2026-12-02',
  Fri: '2026-12-04',
  Sat: '2026-12-05',
  Sun: '2026-12-06',
  Thanksgiving: '2026-11-26',
  Christmas: '2026-12-25',
  'the Friday before July 4': '2026-07-03',
};

/** A number of the state, the zone to read the lines in, and when it may and may not be called. */
type Case = readonly [phone: string, zone: string, allowed: string, refused: string];

const eightToEight = {
  allowed: 'Mon 08:00, Mon 19:59, Sat 19:59, Sun 08:00, Sun 19:59, Christmas 12:00',
  refused: 'Mon 20:00, Fri 20:59, Sat 20:00, Sun 20:00',
};
const nineToNine = {
  allowed: 'Mon 09:00, Mon 20:59, Sat 09:00, Sun 09:00, Sun 20:59, Christmas 09:00',
  refused: 'Mon 08:00, Mon 08:59, Sat 08:59, Sun 08:59, Christmas 08:59',
};
const noSundays = 'Sun 08:00, Sun 12:00, Sun 20:59';
const noHolidays = 'Thanksgiving 12:00, Christmas 12:00, the Friday before July 4 12:00';

const cases: Record<string, readonly Case[]> = {
  federal_hours: [
    ['12125550100', 'America/New_York', 'Mon 08:00, Mon 20:59, Sun 08:00, Christmas 12:00', ''],
    ['18085550100', 'Pacific/Honolulu', 'Mon 08:00, Sun 20:59', ''],
  ],
  alabama: [
    [
      '12055550100',
      'America/Chicago',
      'Mon 08:00, Mon 19:59, Sat 08:00, Sat 19:59',
      `Mon 20:00, Sat 20:00, ${noSundays}, ${noHolidays}`,
    ],
  ],
  connecticut: [
    [
      '12035550100',
      'America/New_York',
      'Mon 09:00, Mon 19:59, Sun 09:00, Christmas 19:59',
      'Mon 08:59, Mon 20:00, Sun 08:59, Sun 20:00',
    ],
  ],
  florida: [['13055550100', 'America/New_York', eightToEight.allowed, eightToEight.refused]],
  kentucky: [
    [
      '15025550100',
      'America/Kentucky/Louisville',
      'Mon 10:00, Mon 20:59, Sun 10:00',
      'Mon 09:59, Sat 08:00, Sun 09:59',
    ],
  ],
  louisiana: [
    [
      '15045550100',
      'America/Chicago',
      'Mon 08:00, Mon 19:59, Sat 19:59',
      `Mon 20:00, ${noSundays}, ${noHolidays}`,
    ],
  ],
  maryland: [['14105550100', 'America/New_York', eightToEight.allowed, eightToEight.refused]],
  massachusetts: [['16175550100', 'America/New_York', eightToEight.allowed, eightToEight.refused]],
  michigan: [['13135550100', 'America/Detroit', nineToNine.allowed, nineToNine.refused]],
  minnesota: [['16125550100', 'America/Chicago', nineToNine.allowed, nineToNine.refused]],
  mississippi: [
    [
      '16015550100',
      'America/Chicago',
      'Mon 08:00, Mon 19:59, Sat 19:59, Christmas 12:00',
      `Mon 20:00, Sat 20:00, ${noSundays}`,
    ],
  ],
  nevada: [
    [
      '17025550100',
      'America/Los_Angeles',
      'Mon 09:00, Mon 19:59, Sun 09:00, Sun 19:59',
      'Mon 08:59, Mon 20:00, Sun 08:59, Sun 20:00',
    ],
  ],
  new_mexico: [['15055550100', 'America/Denver', nineToNine.allowed, nineToNine.refused]],
  oklahoma: [['14055550100', 'America/Chicago', eightToEight.allowed, eightToEight.refused]],
  oregon: [['15035550100', 'America/Los_Angeles', eightToEight.allowed, eightToEight.refused]],
  pennsylvania: [
    [
      '12155550100',
      'America/New_York',
      'Mon 09:00, Mon 18:59, Sat 09:00, Sat 18:59',
      `Mon 08:59, Mon 19:00, Sat 19:00, ${noSundays}, ${noHolidays}`,
    ],
  ],
  rhode_island: [
    [
      '14015550100',
      'America/New_York',
      'Mon 09:00, Mon 17:59, Sat 10:00, Sat 16:59',
      `Mon 08:59, Mon 18:00, Sat 09:59, Sat 17:00, ${noSundays}, ${noHolidays}`,
    ],
  ],
  // Its one area code is in both zones: the later opens, the earlier closes.
  south_dakota: [
    ['16055550100', 'America/Denver', 'Mon 09:00, Sat 09:00', `Mon 08:59, ${noSundays}`],
    ['16055550100', 'America/Chicago', 'Mon 20:59, Sat 20:59', 'Sun 12:00'],
  ],
  texas: [
    // A Sunday in Houston.
    ['17135550100', 'America/Chicago', 'Sun 12:00, Sun 20:59', 'Sun 08:00, Sun 11:59'],
    ['17135550100', 'America/Chicago', 'Mon 09:00, Sat 09:00, Sat 20:59', 'Mon 08:59, Sat 08:59'],
  ],
  utah: [
    [
      '18015550100',
      'America/Denver',
      'Mon 08:00, Mon 20:59, Sat 20:59',
      `${noSundays}, ${noHolidays}`,
    ],
  ],
  washington: [['12065550100', 'America/Los_Angeles', eightToEight.allowed, eightToEight.refused]],
  wyoming: [['13075550100', 'America/Denver', eightToEight.allowed, eightToEight.refused]],
  wyoming_weekdays: [
    [
      '13075550100',
      'America/Denver',
      'Mon 08:00, Mon 19:59, Fri 19:59',
      `Mon 20:00, Sat 12:00, ${noSundays}`,
    ],
  ],
  canada: [
    [
      '14165550100',
      'America/Toronto',
      'Mon 09:00, Mon 20:59, Sat 10:00, Sun 17:59, Christmas 12:00',
      'Mon 08:59, Sat 09:59, Sat 18:00, Sun 09:59, Sun 18:00',
    ],
    ['16045550100', 'America/Vancouver', 'Mon 09:00, Sun 10:00', 'Fri 08:59, Sun 18:00'],
  ],
  california_recorded: [
    ['12135550100', 'America/Los_Angeles', nineToNine.allowed, nineToNine.refused],
  ],
  illinois_recorded: [['13125550100', 'America/Chicago', nineToNine.allowed, nineToNine.refused]],
  indiana_recorded: [
    // Of its zones, some are an hour behind.
    ['13175550100', 'America/Indiana/Indianapolis', 'Mon 09:00, Sun 19:59', 'Mon 08:59, Mon 20:00'],
  ],
  maine_recorded: [
    [
      '12075550100',
      'America/New_York',
      'Mon 09:00, Fri 16:59, Christmas 12:00',
      'Mon 08:59, Mon 17:00, Sat 12:00, Sun 12:00',
    ],
  ],
  nebraska_recorded: [
    // The later of its zones opens.
    [
      '14025550100',
      'America/Denver',
      'Mon 08:00, Sat 08:00, Sun 13:00, Christmas 13:00',
      'Sun 12:59, Christmas 12:59, Thanksgiving 08:00',
    ],
  ],
  oklahoma_recorded: [['14055550100', 'America/Chicago', nineToNine.allowed, nineToNine.refused]],
  south_dakota_recorded: [
    ['16055550100', 'America/Denver', 'Mon 09:00, Fri 09:00', 'Mon 08:59, Sat 12:00, Sun 12:00'],
  ],
};

/** Presets without hours: their terms, as the meaning says them. */
const terms: Record<string, readonly [string, unknown][]> = {
  regulation_f: [
    ['collections call', limit(7, 'external_id', 'days', 7)],
    ['collections call', { kind: 'rest', of: 'external_id', unit: 'days', length: 7 }],
  ],
  recorded_calls_to_homes: [
    ['informational call', limit(3, 'number', 'days', 30)],
    ['political call', limit(3, 'number', 'days', 30)],
    ['non_profit call', limit(3, 'number', 'days', 30)],
  ],
  national_registry_age: [['sales any', { kind: 'list_age', days: 31 }]],
  sales_text_consent: [['sales text', { kind: 'consent', consent: 'written' }]],
  recorded_sales_call_consent: [['sales call', { kind: 'consent', consent: 'written' }]],
  florida: [['sales any', limit(3, 'person', 'hours', 24)]],
  maryland: [['sales any', limit(3, 'person', 'hours', 24)]],
  oklahoma: [['sales any', limit(3, 'person', 'hours', 24)]],
  oregon: [['sales any', limit(3, 'person', 'hours', 24)]],
  maine_recorded: [['sales call', limit(1, 'number', 'hours', 8)]],
  indiana_recorded: [['sales call', { kind: 'consent', consent: 'any' }]],
};

function limit(most: number, of: string, unit: string, length: number) {
  return { kind: 'limit', most, counts: 'attempts', of, unit, length };
}

function atInstant(line: string, zone: string): number {
  const [, day = '', time = ''] = /^(.+) (\d\d:\d\d)$/.exec(line) ?? [];
  return Temporal.PlainDateTime.from(`${days[day]}T${time}`).toZonedDateTime(zone)
    .epochMilliseconds;
}

function verdictsOf(hours: CallingHours, [phone, zone]: Case, lines: string) {
  const asked = lines.split(', ').filter((line) => line !== '');
  return asked.map((line) => {
    const callee = { phone, state: null, zipCode: null };
    const { allowed, ruleId } = hours.verdict(callee, atInstant(line, zone));
    return { line, allowed, named: ruleId !== null };
  });
}

describe('a preset', () => {
  test.each(Object.entries(cases))('of %s means what it says', (code, lines) => {
    const preset = presetOf(code);
    if (!preset) throw new Error(`There is no preset ${code}.`);
    const hours = callingHours(null, withIds(preset));
    for (const one of lines) {
      for (const verdict of verdictsOf(hours, one, one[2])) {
        expect(verdict).toEqual({ line: verdict.line, allowed: true, named: false });
      }
      for (const verdict of verdictsOf(hours, one, one[3])) {
        expect(verdict).toEqual({ line: verdict.line, allowed: false, named: true });
      }
    }
  });

  test('says the hours of the law, which hold without it', () => {
    const hours = callingHours(null, withIds(presetOf('federal_hours') as Preset));
    const newYork: Case = ['12125550100', 'America/New_York', '', ''];
    expect(verdictsOf(hours, newYork, 'Mon 07:59, Mon 21:00')).toEqual([
      { line: 'Mon 07:59', allowed: false, named: false },
      { line: 'Mon 21:00', allowed: false, named: false },
    ]);
  });

  test.each(Object.entries(terms))('of %s has the limits that it says', (code, expected) => {
    const rules = presetOf(code)?.rules.filter((rule) => rule.terms.kind !== 'hours') ?? [];
    expect(rules.map(({ purpose, channel, terms: own }) => [`${purpose} ${channel}`, own])).toEqual(
      expected,
    );
  });

  test('is checked above, each one', () => {
    for (const { code, rules } of presets) {
      const hasHours = rules.some((rule) => rule.terms.kind === 'hours');
      const hasOthers = rules.some((rule) => rule.terms.kind !== 'hours');
      expect([code, code in cases, code in terms]).toEqual([code, hasHours, hasOthers]);
    }
    expect(new Set(presets.map(({ code }) => code)).size).toBe(presets.length);
  });

  test.each(presets)('$code writes out its times and its counts', ({ meaning, rules }) => {
    for (const { terms: own } of rules) {
      if (own.kind === 'hours') {
        for (const time of [own.open, own.close]) {
          if (time !== null) expect(meaning).toContain(clock(time));
        }
        if (own.days.includes('holiday')) expect(meaning).toContain('holidays');
      }
      if (own.kind === 'limit') {
        expect(meaning).toMatch(new RegExp(`${own.most} .*within ${own.length} (hours|days)`));
      }
      if (own.kind === 'consent') expect(meaning).toContain(`${own.consent} consent`);
      if (own.kind === 'list_age') expect(meaning).toContain(`${own.days} days`);
    }
  });

  test.each(presets)('$code has rules that can be kept as rows', (preset) => {
    expect(preset.code).toMatch(/^[a-z][a-z_]+$/);
    expect(preset.rules.length).toBeGreaterThan(0);
    for (const row of rowsOfPreset(preset)) {
      expect(row).toMatchObject({ campaignId: null, preset: preset.code, source: preset.source });
      if (row.purpose !== null) expect(purposes).toContain(row.purpose);
      expect(policyChannels).toContain(row.channel);
      expect(row.country).toBe(preset.code === 'canada' ? 'CA' : 'US');
      if (row.state !== null) expect(Object.keys(stateNames)).toContain(row.state);
      expectTerms(row.terms);
    }
  });

  test('for recorded calls says so in its name, and so do its rules on calls', () => {
    for (const { code, name, meaning, recorded = false, rules } of presets) {
      expect([code, recorded]).toEqual([code, /recorded/i.test(name)]);
      if (!recorded) continue;
      expect(meaning).toMatch(/recorded/i);
      for (const { channel } of rules) expect(channel).toBe('call');
    }
  });

  test.each(presets)('$code has its source, when it was looked up, and where', (preset) => {
    const { source, sourceDate, seen, differs, name, meaning } = preset;
    for (const text of [source, name, meaning]) expect(text.trim().length).toBeGreaterThan(10);
    expect(sourceDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Date.parse(sourceDate)).toBeLessThanOrEqual(Date.now());
    for (const address of seen) expect(new URL(address).protocol).toMatch(/^https?:$/);
    expect(new Set(seen).size).toBe(seen.length);
    // Fewer than two public addresses are said, not hidden.
    if (seen.length < 2) expect(differs).toMatch(/[Oo]nly|was not found|no page/);
    if (differs !== null) expect(differs.trim().length).toBeGreaterThan(10);
  });
});

function expectTerms(own: PolicyRule['terms']) {
  if (own.kind === 'hours') {
    expect(own.days.length).toBeGreaterThan(0);
    for (const day of own.days) expect(policyDays).toContain(day);
    expect(own.open === null).toBe(own.close === null);
    if (own.open !== null && own.close !== null) {
      expect(own.open).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
      expect(own.close > own.open).toBe(true);
    }
  }
  if (own.kind === 'limit' || own.kind === 'rest') {
    expect(contactSubjects).toContain(own.of);
    expect(own.length).toBeGreaterThan(0);
  }
  if (own.kind === 'limit') expect(own.most).toBeGreaterThan(0);
}

/** `21:00` as "9:00 PM". */
function clock(time: string): string {
  const hours = Number(time.slice(0, 2));
  return `${hours % 12 || 12}${time.slice(2)} ${hours < 12 ? 'AM' : 'PM'}`;
}
