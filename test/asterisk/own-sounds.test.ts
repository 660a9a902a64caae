/** A real Asterisk fetches each account's own sound from the real API. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { soundTokens } from '../../src/db/sound-token.ts';
import { joinSteps } from '../../src/domain/message-plan.ts';
import { encodeWav } from '../../src/domain/sound/wav.ts';
import { type Voice, voiceById } from '../../src/domain/speech/voices.ts';
import { callSoundUrls } from '../../src/engine/call-sound-url.ts';
import { fliteSpeaker } from '../../src/speech/flite/flite.ts';
import { ask, callPlan, newest } from '../engine/manager-world.ts';
import {
  afternoon,
  makeCampaign,
  makeList,
  makeMessage,
  makeTestClient,
  vault,
} from '../engine/world.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { renderingKey } from '../harness/rendering.ts';
import { until } from '../harness/until.ts';
import { addCarrier, runEngine } from './engine.ts';
import { matchIn, samplesIn } from './recording-match.ts';
import { allRecorded, callByAsterisk, connected, makeWorld } from './world.ts';

const db = await freshDatabase();
const api = await testApi(db, { vault, now: () => new Date(afternoon) });
const world = await makeWorld();
const { network, node, number } = world;
const speaker = fliteSpeaker();
afterAll(() => speaker.close());
const voice = voiceById(1) as Voice;
const soundUrl = callSoundUrls(soundTokens(vault), api.url);

/** By number: the name to be heard. */
const names = {
  [number(201, 31)]: 'Maximiliana Hohenlohe',
  [number(201, 32)]: 'Christopher Robinson',
};

/** A greeting, the first name, and a goodbye. */
async function makePersonal(clientId: number): Promise<number> {
  const [before, after] = [
    await speaker.speak('Hello. This is a message from Harbor Orthopedics for', voice),
    await speaker.speak('Please call us back about your statement. Thank you.', voice),
  ];
  const { plan, preview } = joinSteps([
    { kind: 'sound', stepId: 1, samples: before },
    { kind: 'field', stepId: 2, fieldId: 1, voiceId: 1, modeId: 1, samples: new Int16Array(800) },
    { kind: 'sound', stepId: 3, samples: after },
  ]);
  const id = await makeMessage(db, clientId, 10_000);
  await asClient(db, clientId, (tx) =>
    tx.run(
      'UPDATE voice_message_rendering SET plan = $2, preview = $3 WHERE voice_message_id = $1',
      [id, JSON.stringify(plan), encodeWav(preview)],
    ),
  );
  return id;
}

test('each person hears their own name in a message that was made during detection', async () => {
  const clientId = await makeTestClient(db);
  await callByAsterisk(db, clientId);
  const customerMessage = await makePersonal(clientId);
  const campaign = await makeCampaign(db, { clientId, customerMessage, callsPerMinute: 120 });
  for (const [phone, name] of Object.entries(names)) {
    const list = await makeList(db, campaign, { entries: 1, firstPhone: Number(phone) });
    await asClient(db, clientId, (tx) =>
      tx.run('UPDATE list_entry SET first_name = $3 WHERE client_id = $1 AND call_list_id = $2', [
        clientId,
        list,
        name,
      ]),
    );
  }
  await addCarrier(db, [node], { ringSeconds: '15' });
  const engine = await runEngine({ db, soundUrl });
  world.atEnd(engine.stop);
  await connected(db);
  await requestStart(db, clientId, campaign.campaignId);
  const records = await allRecorded(db, campaign, 2);

  const spoken = new Map<string, Int16Array>();
  for (const name of Object.values(names)) spoken.set(name, await speaker.speak(name, voice));
  for (const [phone, own] of Object.entries(names)) {
    expect(records.get(phone)).toMatchObject({ result: 'person', note: null });
    const recording = await samplesIn(join(network.spool, `heard-${phone}.wav`));
    for (const [name, samples] of spoken) {
      const { share } = matchIn(recording, samples);
      if (name === own) expect(share).toBeGreaterThan(0.97);
      else expect(share).toBeLessThan(0.6);
    }
  }
  const asked = api.logged.filter(({ sound }) => String(sound).startsWith('account.'));
  for (const { attemptId } of records.values()) {
    const [, list, entry] = attemptId.split('-');
    const own = new RegExp(`account(\\.\\d+){3}\\.${list}\\.${entry}(\\.\\d+){2}\\.wav$`);
    const methods = asked.filter(({ sound }) => own.test(String(sound)));
    expect(methods.map(({ method, status }) => `${method} ${status}`)).toEqual([
      'HEAD 200',
      'GET 200',
    ]);
  }
}, 150_000);

test('a manager who tries a message hears it with the values of the account that was chosen', async () => {
  const { clientId, manager } = await makeClient(db);
  await callByAsterisk(db, clientId);
  const voiceMessageId = await makePersonal(clientId);
  const campaign = await makeCampaign(db, { clientId, customerMessage: voiceMessageId });
  const callListId = await makeList(db, campaign, { entries: 1 });
  const name = 'Bartholomew Winterbottom';
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE list_entry SET first_name = $2 WHERE call_list_id = $1', [callListId, name]),
  );
  const phone = number(201, 33);
  const who = { clientId, managerId: manager.managerId };
  const rendering = await renderingKey(db, clientId, voiceMessageId);
  const person = { ...rendering, durationMs: 10_000, perAccount: true };
  const heardAs = { callListId, entryId: 1 };
  await ask(db, who, { phone, plan: { ...callPlan, person, heardAs } });
  await until(async () => (await newest(db, who)).over || undefined, 90);
  expect(await newest(db, who)).toMatchObject({ status: 'ended', reason: null });
  const recording = await samplesIn(join(network.spool, `heard-${phone}.wav`));
  // A name of somebody else matches less than 0.6 of it.
  expect(matchIn(recording, await speaker.speak(name, voice)).share).toBeGreaterThan(0.8);
}, 150_000);
