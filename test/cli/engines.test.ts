import { afterAll, expect, test } from 'vitest';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { realMs, simMs } from '../../src/domain/milliseconds.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { afternoon, makeCampaign, makeList, makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
const carillon = commandsOn(db.url);

const clockCheck = { off: () => undefined, offsetMs: () => realMs(-12) };
// Calls end: a campaign is not handed over while an engine still follows its calls.
const clock = virtualClock(afternoon);
const join = (name: string) => {
  const self = { name, carrierName: name, host: 'east', version: '1.2.3' };
  return makeEngine(db, { clock, deps: { self, clockCheck } }).engine;
};
const [one, two] = [join('east-engine-1'), join('east-engine-1')];
afterAll(() => Promise.all([one.stop(), two.stop()]));

const ticks = () => {
  clock.advance(simMs(1_000));
  return Promise.all([one.tick(), two.tick()]);
};
const untilShares = async (holds: (shares: number[]) => boolean) => {
  for (;;) {
    await ticks();
    const shares: number[] = (await listed()).map(({ leases }: { leases: number }) => leases);
    if (holds(shares) && sum(shares) === 3) return shares;
  }
};
const sum = (shares: readonly number[]) => shares.reduce((all, one) => all + one, 0);
const listed = async () => JSON.parse((await carillon('engines', '--json')).out);

test('without an engine the list says so', async () => {
  expect(await carillon('engines')).toMatchObject({ code: 0, out: 'No engine is running.' });
});

test('engines are listed with their facts and shares; two of one name are distinguished', async () => {
  await ticks();
  const clientId = await makeTestClient(db);
  for (let n = 0; n < 3; n += 1) {
    const campaign = await makeCampaign(db, { clientId, callsPerMinute: 60 });
    await makeList(db, campaign, { entries: 1_000 });
    await requestStart(db, clientId, campaign.campaignId);
  }
  const even = await untilShares((shares) => Math.max(...shares) === 2);
  expect(even.toSorted()).toEqual([1, 2]);
  const engines = await listed();
  expect(engines).toEqual(
    ['east-engine-1', 'east-engine-1-2'].map((name) => ({
      ...{ name, host: 'east', version: '1.2.3', carriers: ['simulated'], clockOffsetMs: -12 },
      ...{ since: expect.any(String), seen: expect.any(String), leases: expect.any(Number) },
      ...{ draining: false, state: 'running', idleBecause: null, idleReason: null },
      ...{ leaving: 0, kept: { campaigns: 0, carriers: [] } },
    })),
  );
  const { out } = await carillon('engines');
  expect(out).toMatch(/NAME +HOST +VERSION +SINCE +LEASES +CARRIERS +CLOCK +SEEN +STATE/);
  expect(out).toMatch(/east-engine-1 +east +1\.2\.3 .* simulated +-12 ms .* running/);
});

test('an engine that is drained gives its campaigns to the others, until it is taken back', async () => {
  const [first] = await listed();
  const drained = await carillon('engines', '--drain=east-engine-1');
  expect(drained.out).toContain(`is moving ${first.leases} campaign`);
  await untilShares(([drained, other]) => drained === 0 && other === 3);
  expect(await listed()).toMatchObject([
    { draining: true, state: 'draining', leases: 0 },
    { draining: false, state: 'running', leases: 3 },
  ]);
  expect((await carillon('engines', '--undrain=east-engine-1')).code).toBe(0);
  await untilShares(([first, other]) => first === 1 && other === 2);
  expect(await listed()).toMatchObject([{ draining: false, state: 'running' }, {}]);
});

test('an engine whose campaigns nobody else can run says that they stay, and the list shows it', async () => {
  expect((await carillon('engines', '--drain=east-engine-1')).out).toContain(
    'is moving 1 campaign to other engines,',
  );
  await untilShares(([drained, other]) => drained === 0 && other === 3);
  const { code, out } = await carillon('engines', '--drain=east-engine-1-2');
  expect(code).toBe(0);
  expect(out).toContain(
    'No other engine can run 3 campaigns of "east-engine-1-2" (carrier simulated). They stay on this engine',
  );
  expect(out).not.toContain('is moving');
  await ticks();
  expect(await listed()).toMatchObject([
    { leases: 0, leaving: 0, kept: { campaigns: 0 } },
    { leases: 3, leaving: 0, kept: { campaigns: 3, carriers: ['simulated'] } },
  ]);
  expect((await carillon('engines')).out).toContain('draining, keeps 3 (carrier simulated)');
  for (const name of ['east-engine-1', 'east-engine-1-2']) {
    await carillon('engines', `--undrain=${name}`);
  }
});

test('an engine that is not running cannot be drained, and the refusal names those that are', async () => {
  const { code, err } = await carillon('engines', '--drain=west-engine-1');
  expect(code).toBe(1);
  expect(err).toContain('Running engines: east-engine-1, east-engine-1-2.');
  expect((await carillon('engines', '--drain=a', '--undrain=b')).code).toBe(2);
});
