import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outdatedRegistry, type RegistryRule, registryAge, registryHold } from './registry-hold.ts';

const rule = (days: number, state: string | null = null): RegistryRule => ({
  ...{ ruleId: days, purpose: 'sales', campaignId: null, country: 'US', state },
  ...{ channel: 'any', terms: { kind: 'list_age', days } },
  ...{ preset: null, source: null, sourceDate: null },
});
const newYork = { phone: '12125550148', state: null, zipCode: null };

test.each([
  ['2026-11-15', '2026-11-15T12:00:00Z', 0],
  // Eleven in the evening there.
  ['2026-11-15', '2026-12-17T04:00:00Z', 31],
  ['2026-11-15', '2026-12-17T05:00:00Z', 32],
  // Over the change of the clocks.
  ['2026-10-31', '2026-11-02T05:00:00Z', 2],
])('a file of %s is at %s so many days old: %s', (asOf, now, age) => {
  expect(registryAge(asOf, Date.parse(now))).toBe(age);
});

test('a campaign waits exactly while there is no file or the newest one is older than the strictest rule says', () => {
  const days = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 });
  const file = fc.option(fc.integer({ min: 0, max: 70 }), { nil: null });
  const now = Date.parse('2026-11-15T17:00:00Z');
  fc.assert(
    fc.property(days, file, (limits, age) => {
      const asOf =
        age === null ? null : new Date(now - age * 86_400_000).toISOString().slice(0, 10);
      const rules = limits.map((one) => rule(one));
      const outdated = age === null || age > Math.min(...limits);
      expect(outdatedRegistry(rules, asOf, now) !== null).toBe(outdated);
      const held = registryHold(rules, asOf, { ...newYork, onRegistry: false }, now);
      expect(held !== null).toBe(outdated);
      expect(registryHold(rules, asOf, { ...newYork, onRegistry: true }, now)).not.toBeNull();
    }),
  );
});

test('a number of the list waits only where it may be in the place of the rule; a rule for a state holds no campaign', () => {
  const now = Date.parse('2026-11-15T17:00:00Z');
  const texas = { phone: '15125550148', state: null, zipCode: null, onRegistry: true };
  const rules = [rule(31, 'TX')];
  expect(outdatedRegistry(rules, null, now)).toBeNull();
  expect(registryHold(rules, '2026-11-10', texas, now)).toBe(rules[0]);
  expect(registryHold(rules, '2026-11-10', { ...newYork, onRegistry: true }, now)).toBeNull();
  expect(registryHold(rules, null, { ...newYork, onRegistry: true }, now)).toBeNull();
  expect(registryHold([], null, texas, now)).toBeNull();
});
