/** A carrier learns which messages sound different for each account before it plays them. */

import { expect, test } from 'vitest';
import type { CallRequest, Sound, VoiceCarrier } from '../../src/carriers/port.ts';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import type { SimMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { freshDatabase } from '../harness/database.ts';
import { renderingKey } from '../harness/rendering.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import {
  afternoon,
  campaignState,
  makeCampaign,
  makeList,
  makeMessage,
  makeTestClient,
} from './world.ts';

const db = await freshDatabase();

const shared = { kind: 'sound', stepId: 1, from: 0, samples: 8 };
const field = { kind: 'field', stepId: 2, from: 8, samples: 8, fieldId: 1, voiceId: 1, modeId: 1 };

async function message(clientId: number, durationMs: number, plan: object[]): Promise<number> {
  const id = await makeMessage(db, clientId, durationMs);
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE voice_message_rendering SET plan = $2 WHERE voice_message_id = $1', [
      id,
      JSON.stringify(plan),
    ]),
  );
  return id;
}

/** The simulated carrier, of which is kept what it was given. */
function watched(clock: { now(): SimMs }, folder: string) {
  const placed: CallRequest[] = [];
  const played: Sound[] = [];
  const simulated = simulatedCarrier({
    clock,
    dataFolder: folder,
    randomOf: (name) => seededRandom(`1/${name}`),
  });
  const carrier: VoiceCarrier = {
    ...simulated,
    place(calls) {
      placed.push(...calls);
      return simulated.place(calls);
    },
    play(attemptId, sound, at) {
      played.push(sound);
      simulated.play(attemptId, sound, at);
    },
  };
  return { carrier, placed, played };
}

test('a message whose plan has a field is reported with the call and played as one of the account, any other as one for all', async () => {
  const clientId = await makeTestClient(db);
  const personal = await message(clientId, 20_000, [shared, field]);
  const same = await message(clientId, 15_000, [shared]);
  const messages = { customerMessage: personal, machineMessage: same };
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 600, ...messages });
  await makeList(db, campaign, { entries: 40 });
  await requestStart(db, clientId, campaign.campaignId);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const { carrier, placed, played } = watched(clock, folder);
  const deps = { carriers: new Map([['simulated', carrier]]) };
  const { engine, runUntil } = makeEngine(db, { clock, folder, deps });
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();

  const soundOf = async (id: number) =>
    ({ kind: 'message', ...(await renderingKey(db, clientId, id)) }) as const;
  const own = {
    ...{ ...(await soundOf(personal)), durationMs: 20_000, perAccount: true },
    fields: [field.fieldId],
  };
  const forAll = {
    ...{ ...(await soundOf(same)), durationMs: 15_000, perAccount: false },
    fields: [],
  };
  expect(placed).toHaveLength(40);
  for (const { ownSounds } of placed) expect(ownSounds).toEqual([own]);
  const messagesPlayed = played.filter(({ kind }) => kind === 'message');
  expect(messagesPlayed).toContainEqual(own);
  expect(messagesPlayed).toContainEqual(forAll);
  expect(new Set(messagesPlayed.map((sound) => JSON.stringify(sound))).size).toBe(2);
});
