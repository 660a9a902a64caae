import { expect, test } from 'vitest';
import { simulate } from './run-simulation.ts';
import { wrongBuilds } from './wrong-builds.ts';

test('each wrong build is caught by one of a few seeds', async () => {
  const lines = await simulate('--seeds', '30', '--wrong', 'all');
  // A seed that differs from the wrong build's likelySeed belongs there: the search takes minutes.
  process.stdout.write(`${lines.join('\n')}\n`);
  const caught = lines.filter((line) => line.includes(' is caught by seed '));
  expect(caught).toHaveLength(Object.keys(wrongBuilds).length);
}, 1_500_000);
