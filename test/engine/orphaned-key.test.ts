import { expect, test } from 'vitest';
import type { CallEvent, VoiceCarrier } from '../../src/carriers/port.ts';
import type { CarrierProfile } from '../../src/carriers/simulated/profile.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { eager, makeLinkback, watchedCarrier } from './linkback-world.ts';
import { leasesRunOut } from './silent-engine.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, type Campaign, campaignState, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();

const blocked = async (clientId: number) => {
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ phone: string; source: string }>(
      'SELECT phone, source FROM do_not_call WHERE client_id = $1 ORDER BY phone',
      [clientId],
    ),
  );
  return rows.map(({ phone, source }) => `${phone} ${source}`);
};

/** A carrier that outlives its engines, and what became of the keys that it reported. */
function sharedCarrier(clock: VirtualClock, profile: Partial<CarrierProfile>) {
  const watched = watchedCarrier(clock, temporaryFolder(), { ...eager, ...profile });
  const acknowledged: { by: string; event: CallEvent }[] = [];
  /** As one engine sees it; by default all its events. */
  const seenBy = (
    by: string,
    isReported: (event: CallEvent) => boolean = () => true,
  ): VoiceCarrier => ({
    ...watched.carrier,
    events: () => watched.carrier.events().filter(isReported),
    acknowledge(events) {
      for (const event of events) if (event.kind === 'key') acknowledged.push({ by, event });
      watched.carrier.acknowledge(events);
    },
  });
  return { watched, acknowledged, seenBy };
}

async function started(campaign: Campaign, entries: number) {
  const firstPhone = 13_025_000_000 + campaign.clientId * 1_000;
  await makeList(db, campaign, { entries, firstPhone });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  return Array.from({ length: entries }, (_, n) => String(firstPhone + n));
}

/** So that no other engine of this file goes on with it. */
const putAway = ({ clientId }: Campaign) =>
  asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [clientId]),
  );

test('a 9 in a call whose engine died is on the do-not-call list before another engine acknowledges it', async () => {
  const campaign = await makeCampaign(db);
  const { clientId } = campaign;
  const clock = virtualClock(afternoon);
  const { watched, seenBy } = sharedCarrier(clock, {
    ...{ pressesNine: 1, pressesOne: 0 },
    ...{ setup: [500, 500], personRings: [2_000, 2_000] },
  });
  const phones = await started(campaign, 3);
  const afterKey: Promise<string[]>[] = [];
  const carrierOf = (name: string) => {
    const carrier = seenBy(name);
    const acknowledge = (events: readonly CallEvent[]) => {
      if (events.some(({ kind }) => kind === 'key')) afterKey.push(blocked(clientId));
      carrier.acknowledge(events);
    };
    return { carriers: new Map([['simulated', { ...carrier, acknowledge }]]) };
  };
  const first = makeEngine(db, { clock, deps: carrierOf('first') });
  const listening = () => new Set(watched.all('play').map(({ attemptId }) => attemptId)).size;
  await first.runUntil(async () => listening() === 3);
  const before = (await blocked(clientId)).length;
  // It dies; its customers press 9; its lease runs out.
  clock.advance(simMs(25_000));
  await leasesRunOut(db);
  const second = makeEngine(db, { clock, deps: carrierOf('second') });
  await second.runUntil(async () => (await campaignState(db, campaign)).completed);
  await second.engine.stop();
  expect(watched.all('key').length).toBe(3);
  expect(await blocked(clientId)).toEqual(phones.map((phone) => `${phone} key`));
  // One after the other, each blocked first.
  expect(before).toBeLessThan(3);
  expect((await Promise.all(afterKey)).map((rows) => rows.length)).toEqual([1, 2, 3]);
  expect(watched.carrier.events()).toEqual([]);
  await putAway(campaign);
});

test('a 9 in a call of another living engine is left to that one', async () => {
  const campaign = await makeCampaign(db);
  const { clientId } = campaign;
  const clock = virtualClock(afternoon);
  const { watched, acknowledged, seenBy } = sharedCarrier(clock, {
    pressesNine: 1,
    pressesOne: 0,
  });
  await started(campaign, 1);
  const carriers = new Map([['simulated', seenBy('first')]]);
  const first = makeEngine(db, { clock, deps: { carriers } });
  await first.runUntil(async () => watched.all('play').length === 1);
  clock.advance(simMs(25_000));
  const keysOnly = new Map([['simulated', seenBy('other', ({ kind }) => kind === 'key')]]);
  const other = makeEngine(db, { clock, deps: { carriers: keysOnly } });
  await other.run(3_000, 1_000);
  expect(watched.all('key').length).toBe(1);
  expect(acknowledged).toEqual([]);
  await first.runUntil(async () => (await campaignState(db, campaign)).completed);
  expect(acknowledged.map(({ by }) => by)).toEqual(['first']);
  // The person heard that the number is blocked.
  expect(watched.all('play').at(-1)).toMatchObject({ what: { name: 'opted-out' } });
  expect((await blocked(clientId)).length).toBe(1);
  await Promise.all([first.engine.stop(), other.engine.stop()]);
});

test('a 9 that is reported only after its call has ended opts out, unless it was pressed in a talk', async () => {
  const campaign = await makeLinkback(db, { agentCount: 2 });
  const { clientId } = campaign;
  const clock = virtualClock(afternoon);
  const { watched, acknowledged, seenBy } = sharedCarrier(clock, { talk: [20_000, 20_000] });
  const phones = await started(campaign, 2);
  const carriers = new Map([['simulated', seenBy('one')]]);
  const { engine, runUntil, run } = makeEngine(db, { clock, deps: { carriers } });
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  const [talked, other] = watched.all('connect');
  if (!talked || !other) throw new Error('nobody talked');
  const nine = (attemptId: string, at: number) =>
    watched.inject({ attemptId, at: simMs(at), kind: 'key', key: '9' });
  nine(talked.attemptId, talked.at + 5_000);
  nine(other.attemptId, other.at - 3_000);
  await run(1_000);
  await engine.stop();
  expect(acknowledged.filter(({ event }) => event.kind === 'key' && event.key === '9').length).toBe(
    2,
  );
  const entry = Number(other.attemptId.split('-')[2]);
  expect(await blocked(clientId)).toEqual([`${phones[entry - 1]} key`]);
});
