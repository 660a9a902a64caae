import { expect, test } from 'vitest';
import { reachOption, reachWords } from './operator-stop-words.ts';

test('the operator reads what a stop names, and the option for it', () => {
  const reaches = [
    { scope: 'all' },
    { scope: 'client', client: 'acme' },
    { scope: 'carrier', carrier: 'trunk' },
  ] as const;
  expect(reaches.map(reachWords)).toEqual([
    'all calls and texts',
    'the client "acme"',
    'the carrier "trunk"',
  ]);
  expect(reaches.map(reachOption)).toEqual(['--all', '--client=acme', '--carrier=trunk']);
});
