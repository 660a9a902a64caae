import { expect, test } from 'vitest';
import { operatorStopSentence, reachOption, reachWords } from './operator-stop-words.ts';

const since = '2026-11-22T16:02:00.000Z';
const begun = 'Stopped by the operator since Nov 22, 11:02 AM ET:';

test.each([
  [{ scope: 'all', carrier: null, reason: '' }, `${begun} all calls and texts.`],
  [
    { scope: 'client', carrier: null, reason: 'A complaint' },
    `${begun} the calls and texts of this client. A complaint.`,
  ],
  [
    { scope: 'carrier', carrier: 'trunk', reason: 'Why?' },
    `${begun} what goes over the carrier «trunk». Why?`,
  ],
] as const)('a stop of %o is told in a sentence', (stop, sentence) => {
  expect(operatorStopSentence({ ...stop, since })).toBe(sentence);
});

test('the operator is told what a stop names, and the option for it', () => {
  const reaches = [
    { scope: 'all' },
    { scope: 'client', client: 'acme' },
    { scope: 'carrier', carrier: 'trunk' },
  ] as const;
  expect(reaches.map(reachWords)).toEqual([
    'all calls and texts',
    'the client «acme»',
    'the carrier «trunk»',
  ]);
  expect(reaches.map(reachOption)).toEqual(['--all', '--client=acme', '--carrier=trunk']);
});
