import { expect, test } from 'vitest';
import { type AsSet, unsaved } from './tried.ts';

const linkback: AsSet = { kind: 'linkback', rate: 0, agents: 4, ratio: 2 };
const broadcast: AsSet = { kind: 'broadcast', rate: 20, agents: 1, ratio: 1 };

test('nothing is asked for that is saved, so that agents by the hour count', () => {
  expect(unsaved(linkback, undefined)).toEqual({});
  expect(unsaved(linkback, { ...linkback })).toEqual({});
  expect(unsaved(broadcast, { ...broadcast })).toEqual({});
});

test('what an editor has otherwise is asked for, and nothing else', () => {
  expect(unsaved(linkback, { ...linkback, agents: 5 })).toEqual({ agentCount: 4 });
  expect(unsaved(linkback, { ...linkback, ratio: 3 })).toEqual({ callRatio: 2 });
  const adaptive: AsSet = { ...linkback, pacing: 'adaptive' };
  expect(unsaved(adaptive, { ...linkback, pacing: 'ratio' })).toEqual({ pacing: 'adaptive' });
  expect(unsaved(broadcast, { ...broadcast, rate: 30 })).toEqual({ callsPerMinute: 20 });
  expect(unsaved({ ...broadcast, kind: 'texting' }, broadcast)).toEqual({});
});
