import { expect, test } from 'vitest';
import { endedSentence, madeWords, type Rule, waitingSentence } from './follow-up-words.ts';

const rule = (of: Partial<Rule>): Rule => ({
  ...{ ruleId: 1, sentence: 'Delivered, but no reply: text again.', removed: false },
  ...{ made: 0, waiting: 0, unanswered: 0, handedOn: 0, toStart: null, ...of },
});

test('what waits for a campaign that nobody has started says so, its own too', () => {
  expect(madeWords(rule({ made: 19, waiting: 19, toStart: 'Reminders' }))).toBe(
    '19 made, 19 waiting until somebody starts "Reminders"',
  );
  expect(madeWords(rule({ unanswered: 19, toStart: 'Reminders' }))).toBe(
    '0 made, 0 waiting, 19 texts without a reply yet',
  );
});

test('the end of a rule says what is not contacted, and what goes to the next rule', () => {
  expect(waitingSentence(rule({}))).toBe('Nothing of it waits.');
  expect(waitingSentence(rule({ waiting: 1 }))).toBe(
    '1 number that waits for it will not be contacted.',
  );
  expect(waitingSentence(rule({ waiting: 2, unanswered: 20, handedOn: 19 }))).toBe(
    '3 numbers that wait for it will not be contacted. 19 texts without a reply go to the next rule for no reply.',
  );
  expect(waitingSentence(rule({ unanswered: 1, handedOn: 1 }))).toBe(
    '1 text without a reply goes to the next rule for no reply.',
  );
  expect(endedSentence(0)).toBe('The follow-up was ended.');
  expect(endedSentence(10)).toBe('The follow-up was ended: 10 numbers waited.');
});
