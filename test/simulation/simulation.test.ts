import { expect, test } from 'vitest';
import { simulate } from './run-simulation.ts';

const fingerprints = (lines: string[]) =>
  new Map(
    lines.flatMap((line): [string, string][] => {
      const [, seed = '', fingerprint = ''] = /^seed (\d+) is ([0-9a-f]{16})$/.exec(line) ?? [];
      return seed ? [[seed, fingerprint]] : [];
    }),
  );

// Every seed's fingerprint by its number.
let played = new Map<string, string>();

test('seeded runs with crashes, cuts and races keep every promise', async () => {
  const lines = await simulate('--seeds', '4', '--first', '9', '--fingerprints');
  played = fingerprints(lines);
  expect(lines.at(-1)).toMatch(/^4 seeds .* 0 violations$/);
  // What never happened proves nothing.
  expect(lines.at(-1)).not.toMatch(
    / 0 (calls|engines killed|lines cut|database crashes|opt-outs|agents called ahead|talks|funnels)/,
  );
}, 600_000);

test('a seed of a longer run replays exactly by itself', { timeout: 600_000 }, async () => {
  const again = fingerprints(await simulate('--seeds', '1', '--first', '12', '--fingerprints'));
  expect(again.get('12')).toMatch(/^[0-9a-f]{16}$/);
  expect(again.get('12')).toBe(played.get('12'));
});
