import { expect, test } from 'vitest';
import { chaos } from './run-chaos.ts';

test('engines and PostgreSQL killed at any step call nobody twice, nobody after an opt-out, and lose no result', async () => {
  const said = await chaos('--seconds', '20');
  expect(said).toContain('0 duplicates, 0 after a confirmed opt-out, 0 lost results');
  expect(said).toContain('0 beyond the free agents');
  expect(said).toContain(' 0 violations');
  // What never happened proves nothing.
  const [, kills, crashes, cuts, listed] =
    /^(\d+) kills, (\d+) database crashes, (\d+) cuts of the link, (\d+) opt-outs/m.exec(said) ??
    [];
  expect(said).toMatch(/ [1-9]\d* calls, /);
  expect(Number(kills)).toBeGreaterThan(5);
  expect(Number(crashes)).toBeGreaterThan(1);
  expect(Number(cuts)).toBeGreaterThan(1);
  expect(Number(listed)).toBeGreaterThan(20);
}, 600_000);

test('a database that was put back by a restore, by hand or by a lagging standby calls nobody twice, nor after a stop', async () => {
  const said = await chaos('--rewinds', '4');
  expect(said).toMatch(/4 rewinds, [1-9]\d* submitted, 0 twice, 0 after a confirmed stop/);
  // A rewind that was not held proves nothing.
  for (const way of ['backup: restored', ', standby: rolled_back', 'copy: rolled_back']) {
    expect(said).toContain(way);
  }
}, 900_000);

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
