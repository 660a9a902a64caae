import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusedNumbers, scrubAnswers, type scrubQuestions } from '#contract/scrub.ts';
import { knownAnswers, questionsAbout, type ScrubRule, scrubHold } from './scrub-hold.ts';

const asks = (
  refused: ScrubRule['terms']['refused'],
  untilChecked: boolean,
  state: string | null,
  ruleId: number,
): ScrubRule => ({
  ...{ ruleId, purpose: null, campaignId: null, country: null, state, channel: 'any' },
  ...{ terms: { kind: 'scrub', refused, untilChecked } },
  ...{ preset: null, source: null, sourceDate: null },
});

const rules = fc
  .array(
    fc.tuple(fc.constantFrom(...refusedNumbers), fc.boolean(), fc.constantFrom(null, 'TX', 'FL')),
    { maxLength: 5 },
  )
  .map((all) => all.map(([refused, waits, state], at) => asks(refused, waits, state, at)));
const answer = (question: (typeof scrubQuestions)[number]) =>
  fc.option(
    fc.record({ answer: fc.constantFrom(...scrubAnswers[question]), current: fc.boolean() }),
    { nil: undefined },
  );
const callee = fc.record({
  phone: fc.constantFrom('12125550148', '15125550148', '13055550148'),
  state: fc.constantFrom(null, 'TX', 'FL'),
  zipCode: fc.constant(null),
  scrub: fc
    .tuple(answer('reassigned'), answer('litigator'), answer('line'))
    .map(([reassigned, litigator, line]) => ({
      ...(reassigned && { reassigned }),
      ...(litigator && { litigator }),
      ...(line && { line }),
    })),
});
const home = { '12125550148': 'NY', '15125550148': 'TX', '13055550148': 'FL' };
const isLine = (refused: string) => ['mobile', 'landline', 'voip'].includes(refused);

test('a number is held exactly by an answer that a rule of its place refuses, or by the want of one that a rule waits for', () => {
  fc.assert(
    fc.property(rules, callee, (all, one) => {
      const places = [null, one.state, home[one.phone as keyof typeof home]];
      const own = all.filter(({ state }) => places.includes(state));
      const known = (refused: string) =>
        one.scrub[isLine(refused) ? 'line' : (refused as 'reassigned' | 'litigator')];
      const refusing = own.filter(
        ({ terms: { refused } }) => known(refused)?.answer === (isLine(refused) ? refused : 'yes'),
      );
      const waiting = own.filter(
        ({ terms: { refused, untilChecked } }) => untilChecked && known(refused)?.current !== true,
      );
      const hold = scrubHold(all, one);
      if (refusing.length > 0) expect(refusing).toContain(hold);
      else if (waiting.length > 0) expect(waiting).toContain(hold);
      else expect(hold).toBeNull();
      expect(questionsAbout(all, one).length > 0).toBe(own.length > 0);
    }),
  );
});

test('an answer about reassignment is that of the date of consent; the others have none', () => {
  const rows = [
    ['line', null, 'voip', true],
    ['reassigned', null, 'unknown', true],
    ['reassigned', '2020-05-06', 'yes', false],
    ['reassigned', '2026-03-04', 'no', true],
  ] as const;
  const known = (date: string | null) =>
    knownAnswers(
      rows.map((row) => [...row]),
      date,
    );
  const line = { answer: 'voip', current: true };
  expect(known('5/6/2020')).toEqual({ line, reassigned: { answer: 'yes', current: false } });
  expect(known('2026-03-04T10:00')).toEqual({ line, reassigned: { answer: 'no', current: true } });
  expect(known(null)).toEqual({ line, reassigned: { answer: 'unknown', current: true } });
  expect(known('soon')).toEqual(known(null));
  expect(known('2021-01-01')).toEqual({ line });
  expect(knownAnswers(null, null)).toEqual({});
});
