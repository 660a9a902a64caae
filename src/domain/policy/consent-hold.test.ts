import fc from 'fast-check';
import { expect, test } from 'vitest';
import { consentKinds, ownConsents } from '#contract/consent.ts';
import { isEnough } from '../consent.ts';
import { type ConsentRule, consentMissing } from './consent-hold.ts';

let made = 0;
const nextId = () => {
  made += 1;
  return made;
};
const asks = (consent: ConsentRule['terms']['consent'], state: string | null): ConsentRule => ({
  ...{ ruleId: nextId(), purpose: null, campaignId: null, country: null, state },
  ...{ channel: 'any', terms: { kind: 'consent', consent } },
  ...{ preset: null, source: null, sourceDate: null },
});

const rules = fc.array(
  fc
    .tuple(fc.constantFrom('any', 'express', 'written'), fc.constantFrom(null, 'TX', 'FL'))
    .map(([consent, state]) => asks(consent, state)),
  { maxLength: 4 },
);
const callee = fc.record({
  phone: fc.constantFrom('12125550148', '15125550148', '13055550148'),
  state: fc.constantFrom(null, 'TX', 'FL'),
  zipCode: fc.constant(null),
  ownConsent: fc.constantFrom(null, ...ownConsents),
  listConsent: fc.constantFrom(null, ...consentKinds),
});
const mayBe = { '12125550148': 'NY', '15125550148': 'TX', '13055550148': 'FL' };

test('a number waits exactly while a rule of a place where it may be asks for more than it has', () => {
  fc.assert(
    fc.property(rules, callee, (own, one) => {
      const places = [null, one.state, mayBe[one.phone as keyof typeof mayBe]];
      const found = one.ownConsent ?? one.listConsent;
      const against = own.filter(
        ({ state, terms }) => places.includes(state) && !isEnough(found, terms.consent),
      );
      const missing = consentMissing(own, one);
      if (against.length === 0) expect(missing).toBeNull();
      else expect(against).toContain(missing);
    }),
  );
});

test('the rule that asks for the most is named', () => {
  const written = asks('written', null);
  const one = {
    ...{ phone: '12125550148', state: null, zipCode: null },
    ...{ ownConsent: null, listConsent: null },
  };
  expect(consentMissing([asks('any', null), written, asks('express', null)], one)).toBe(written);
});
