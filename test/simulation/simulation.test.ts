import { expect, test } from 'vitest';
import { simulate } from './run-simulation.ts';

const fingerprints = (lines: string[]) => lines.filter((line) => / is [0-9a-f]{16}$/.test(line));

test('seeded runs with crashes, cuts and races keep every promise', async () => {
  const lines = await simulate('--seeds', '4', '--first', '17');
  expect(lines.at(-1)).toMatch(/^4 seeds .* 0 violations$/);
  // What never happened proves nothing.
  expect(lines.at(-1)).not.toMatch(/ 0 (calls|engines killed|lines cut|database crashes|opt-outs)/);
}, 600_000);

test('a seed replays exactly', { timeout: 600_000 }, async () => {
  const run = async () =>
    fingerprints(await simulate('--seeds', '1', '--first', '18', '--fingerprints'));
  const once = await run();
  expect(once).toHaveLength(1);
  expect(await run()).toEqual(once);
});
