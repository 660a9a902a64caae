/** What calls speak of an account is prepared before they are placed, and never changes who is called. */

import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import type { CallRequest, VoiceCarrier } from '../../src/carriers/port.ts';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { entriesAhead } from '../../src/db/queries/entries-ahead.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { realMs, type SimMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { SoundsAhead } from '../../src/engine/voice/sounds-ahead.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  makeMessage,
  makeTestClient,
} from './world.ts';

const db = await freshDatabase();

const field = { kind: 'field', stepId: 2, from: 0, samples: 8, fieldId: 1, voiceId: 1, modeId: 1 };

/** A campaign whose message speaks a value, and the lists of that many entries. */
async function personalCampaign(...lists: number[]) {
  const clientId = await makeTestClient(db);
  const customerMessage = await makeMessage(db, clientId, 20_000);
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE voice_message_rendering SET plan = $2 WHERE voice_message_id = $1', [
      customerMessage,
      JSON.stringify([field]),
    ]),
  );
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 600, customerMessage });
  const ids: number[] = [];
  for (const entries of lists) ids.push(await makeList(db, campaign, { entries }));
  return { campaign, lists: ids };
}

/** The simulated carrier as one that fetches sounds: what is prepared ends when the test says so. */
function fetching(clock: { now(): SimMs }, folder: string) {
  const placed: CallRequest[] = [];
  const asked: string[] = [];
  const made = new Set<string>();
  const ends = new Map<string, () => void>();
  const simulated = simulatedCarrier({
    ...{ clock, dataFolder: folder },
    randomOf: (name) => seededRandom(`1/${name}`),
  });
  const carrier: VoiceCarrier = {
    ...simulated,
    prepare(attemptId) {
      asked.push(attemptId);
      return new Promise((resolve) => {
        ends.set(attemptId, () => {
          made.add(attemptId);
          ends.delete(attemptId);
          resolve();
        });
      });
    },
    place(calls) {
      placed.push(...calls);
      return simulated.place(calls);
    },
  };
  const end = () => {
    for (const one of [...ends.values()]) one();
  };
  return { carrier, placed, asked, made, end };
}

async function start({ clientId, campaignId }: Campaign) {
  await requestStart(db, clientId, campaignId);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const phone = fetching(clock, folder);
  const deps = { carriers: new Map([['simulated', phone.carrier]]) };
  return { ...phone, ...makeEngine(db, { clock, folder, deps }) };
}

test('no call is placed before what it speaks is prepared, and all are called in the order of their file', async () => {
  const { campaign, lists } = await personalCampaign(30);
  const { placed, asked, made, end, engine, run, runUntil } = await start(campaign);
  const missing: string[] = [];
  await run(3_000);
  expect(asked.length).toBeGreaterThan(0);
  expect(placed).toEqual([]);
  await runUntil(async () => {
    end();
    await sleep(1);
    missing.push(...placed.map((call) => call.attemptId).filter((id) => !made.has(id)));
    return (await campaignState(db, campaign)).completed;
  });
  await engine.stop();
  expect(missing).toEqual([]);
  const inOrder = Array.from({ length: 30 }, (_, n) => `${campaign.clientId}-${lists[0]}-${n + 1}`);
  expect(placed.map((call) => call.attemptId)).toEqual(inOrder);
  expect(new Set(asked).size).toBe(asked.length);
});

test('a campaign whose messages speak no values does not look ahead', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  await makeList(db, campaign, { entries: 10 });
  const { asked, placed, engine, runUntil } = await start(campaign);
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  expect([asked.length, placed.length]).toEqual([0, 10]);
});

/** Asked again and again until it says so, with a clock of its own. */
async function aheadOf(campaign: Campaign, carrier: Pick<VoiceCarrier, 'prepare'>) {
  const time = { ms: 0 };
  const log = pino({ level: 'silent' });
  const deps = { db, log, clock: { ...virtualClock(afternoon), speed: 1 } };
  const lease = { ...campaign, engineId: 'test', fence: 1 };
  const ahead = new SoundsAhead(deps, lease, carrier, () => realMs(time.ms));
  const message = {
    voiceMessageId: 1,
    version: 1,
    soundId: 5,
    durationMs: 1_000,
    perAccount: true,
    fields: [1],
  };
  const settings = {
    ...{ clientId: campaign.clientId, callsPerMinute: 600 },
    ...{ customerMessage: message, machineMessage: null },
  };
  const ready = () => ahead.ready(settings, 10, []);
  ready();
  return { ahead, time, ready };
}

test('a sound that takes too long no longer holds its call back, and the manager is told why calls are slow', async () => {
  const { campaign } = await personalCampaign(30);
  let asked = 0;
  const { ahead, time, ready } = await aheadOf(campaign, {
    prepare() {
      asked += 1;
      return new Promise(() => {});
    },
  });
  while (asked < 2) await sleep(5);
  expect([ready(), asked, ahead.slowness()]).toEqual([0, 2, undefined]);
  time.ms = 4_000;
  expect([ready(), ahead.slowness()]).toEqual([0, { code: 'speaking_values' }]);
  time.ms = 10_100;
  // The others wait for their turn at the carrier.
  expect([ready(), asked]).toEqual([2, 2]);
});

test('what could not be read or prepared does not stop a campaign', async () => {
  const { campaign } = await personalCampaign(30);
  const { time, ready } = await aheadOf(
    { ...campaign, campaignId: -1 },
    { prepare: async () => {} },
  );
  for (let at = 0; at < 50 && ready() === 0; at += 1) await sleep(5);
  expect(ready()).toBe(10);
  time.ms = 20_000;
  expect(ready()).toBe(10);
});

test('the list of the highest priority is looked ahead at, and a lower one once that has less than asked for', async () => {
  const { campaign, lists } = await personalCampaign(5, 3);
  const { clientId } = campaign;
  const read = (most: number, skip: number[] = []) =>
    asClient(db, clientId, (tx) =>
      entriesAhead(tx, { ...campaign, now: new Date(afternoon), skip, most }),
    );
  const [low, high] = lists;
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE call_list SET priority = 9 WHERE call_list_id = $1', [high]),
  );
  const one = (callListId: number | undefined, entryIds: number[], isAll: boolean) => ({
    ...{ callListId, entryIds, isAll },
  });
  expect(await read(2)).toEqual([one(high, [1, 2], false)]);
  expect(await read(4)).toEqual([one(high, [1, 2, 3], true), one(low, [1, 2, 3, 4], false)]);
  expect(await read(4, [high ?? 0])).toEqual([one(low, [1, 2, 3, 4], false)]);
});
