import { expect, test } from 'vitest';
import { chaos } from './run-chaos.ts';

// One after the other: three databases that commit to one slow disk starve each other's engines.
test.each(['mark-after-call', 'check-in-claim-only', 'one-too-many', 'early-acknowledge'])(
  'a wrong build is caught: %s',
  async (name) => {
    expect(await chaos('--seconds', '150', '--wrong', name)).toContain(`${name} is caught: `);
  },
  600_000,
);

test('a wrong build is caught: without-mark', async () => {
  const said = await chaos('--rewinds', '4', '--wrong', 'without-mark');
  expect(said).toContain('without-mark is caught: ');
}, 900_000);
