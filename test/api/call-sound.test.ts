/** What carriers fetch to play in a call: `GET /sounds/<token>.wav`. */
import { expect, test } from 'vitest';
import { type CallRecordStory, getCallRecord } from '../../src/contract/call-record-story.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { sweepRenderings } from '../../src/db/queries/call-sound.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { readClientNames } from '../../src/db/queries/client.ts';
import { setSpokenName } from '../../src/db/queries/lint-settings.ts';
import { readTestedVoiceMessage } from '../../src/db/queries/message-test.ts';
import { setRetention } from '../../src/db/queries/retention.ts';
import { runRetention } from '../../src/db/retention/run.ts';
import type { SoundClaim } from '../../src/db/sound-token.ts';
import type { PlanSegment } from '../../src/domain/message-plan.ts';
import { apologyText, type PromptName, prompts } from '../../src/domain/prompts.ts';
import { decodeWav } from '../../src/domain/sound/wav.ts';
import { callSoundUrls } from '../../src/engine/call-sound-url.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { campaignState, makeList as makeCallees, makeCampaign } from '../engine/world.ts';
import { renderingKey } from '../harness/rendering.ts';
import { until } from '../harness/until.ts';
import { callSoundWorld, field, fixed, named, samplesOf } from './call-sound-world.ts';

const {
  db,
  api,
  clientId,
  manager,
  other,
  otherManager,
  fetched,
  played,
  makeList,
  callListId,
  saved,
  spoken,
  personal,
  same,
  accountClaim,
  messageClaim,
  tokens,
} = await callSoundWorld();

test('the fixed parts of a message are those of its preview bit for bit, and each value replaces the name of its field', async () => {
  const response = await fetched(accountClaim(1));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  const rendering = await asClient(db, clientId, (tx) =>
    tx.row<{ plan: PlanSegment[]; preview: Buffer }>(
      'SELECT plan, preview FROM voice_message_rendering WHERE voice_message_id = $1',
      [personal],
    ),
  );
  const preview = samplesOf(rendering?.preview ?? Buffer.alloc(0));
  const amount = 'two thousand nine hundred ninety-nine dollars and eighty-nine cents';
  const values = ['Maximiliana', amount, '6, 7, 8, 9'];
  const parts: number[][] = [];
  for (const { kind, from, samples } of rendering?.plan ?? []) {
    const cut = preview.slice(from, from + samples);
    parts.push(kind === 'sound' ? cut : await spoken(values.shift() ?? ''));
  }
  expect(named(samplesOf(response.bytes))).toBe(named(parts.flat()));
  // As long as its parts: 44 bytes of header, 2 a sample, 8,000 samples a second.
  const total = parts.reduce((sum, { length }) => sum + length, 0);
  expect(response.bytes.length).toBe(44 + 2 * total);
  expect(decodeWav(response.bytes).sampleRate).toBe(8_000);
});

test("each account's sound has its own values; one that is missing or cannot be spoken is left out", async () => {
  const [first, second, none, foreign] = await Promise.all(
    [1, 2, 3, 4].map((entryId) => played(accountClaim(entryId))),
  );
  const [hello = [], owe = [], bye = []] = await Promise.all(
    ['Hello.', 'You owe', 'Goodbye.'].map(spoken),
  );
  const digits = await spoken('6, 7, 8, 9');
  const [bo, twelve] = [await spoken('Bo'), await spoken('twelve dollars')];
  expect(second).toBe(named([hello, bo, owe, twelve, bye, digits].flat()));
  expect(first).not.toBe(second);
  expect(none).toBe(named([hello, owe, bye, digits].flat()));
  expect(foreign).toBe(named([hello, owe, twelve, bye, digits].flat()));
  const warning = api.logged.find(({ msg }) => msg === 'could not speak a field value in a call');
  expect(warning).toMatchObject({ clientId, callListId, entryId: 4, fieldId: 1 });
  expect(JSON.stringify(api.logged)).not.toContain('Анна');
});

test('many accounts that are asked for at once each get their own sound', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `Person ${at}`);
  const list = await makeList(
    other.clientId,
    names.map((first_name) => ({ first_name, custom: null })),
  );
  const message = await saved([fixed('Hello.'), field(1)], 0, otherManager);
  const key = { ...(await renderingKey(db, other.clientId, message)), callListId: list };
  const responses = await Promise.all(
    names.map((_, at) => fetched({ kind: 'account', ...key, entryId: at + 1 })),
  );
  const hello = await spoken('Hello.');
  for (const [at, name] of names.entries()) {
    const wanted = [...hello, ...(await spoken(name))];
    expect(named(samplesOf(responses[at]?.bytes ?? Buffer.alloc(0)))).toBe(named(wanted));
  }
});

test('a message without values is its preview, at the same address for every call', async () => {
  const response = await fetched(messageClaim);
  const preview = await manager.get(`/api/message/${same}/preview`);
  expect(named(samplesOf(response.bytes))).toBe(named(samplesOf(preview.bytes)));
  expect(response.headers.get('cache-control')).toBe('private, max-age=86400');
  expect((await fetched(accountClaim(1))).headers.get('cache-control')).toBe(
    'private, max-age=600',
  );
});

test.each(Object.keys(prompts) as PromptName[])(
  'the sentence "%s" is heard whole and lasts as long as the engine counts on',
  async (name) => {
    const { text, ms } = prompts[name];
    const samples = samplesOf((await fetched({ kind: 'prompt', name })).bytes);
    expect(samples.length / 8).toBe(ms);
    const speech = await manager.post('/api/message/speak', { ttsVoiceId: 1, text });
    const said = samplesOf(speech.bytes);
    expect(named(samples.slice(0, said.length))).toBe(named(said));
    expect(samples.slice(said.length).every((sample) => sample === 0)).toBe(true);
    expect(samples.length - said.length).toBeLessThan(8_000);
  },
);

test('who gets no agent hears who called, at which number, and that 9 opts out', async () => {
  const number = '12125550142';
  const samples = samplesOf((await fetched({ kind: 'apology', clientId, number })).bytes);
  const { name } = await asClient(db, clientId, (tx) => readClientNames(tx, clientId));
  const text = apologyText(name, number);
  expect(text).toContain(name);
  expect(text).toContain('2 1 2, 5 5 5, 0 1 4 2');
  const speech = await manager.post('/api/message/speak', { ttsVoiceId: 1, text });
  const said = samplesOf(speech.bytes);
  expect(named(samples.slice(0, said.length))).toBe(named(said));
  // A second or more is left for the 9.
  expect(samples.length - said.length).toBeGreaterThan(8_000);
});

test('the apology names the client as its messages do', async () => {
  const spokenName = 'Harbor Regional';
  await asPlatform(db, (tx) => setSpokenName(tx, clientId, spokenName));
  const number = '12125550142';
  const samples = samplesOf((await fetched({ kind: 'apology', clientId, number })).bytes);
  await asPlatform(db, (tx) => setSpokenName(tx, clientId, ''));
  const text = apologyText(spokenName, number);
  const speech = await manager.post('/api/message/speak', { ttsVoiceId: 1, text });
  const said = samplesOf(speech.bytes);
  expect(named(samples.slice(0, said.length))).toBe(named(said));
});

test('silence is as long as it was asked for', async () => {
  const { bytes } = await fetched({ kind: 'silence', durationMs: 5_000 });
  expect(named(samplesOf(bytes))).toBe(named(new Array(40_000).fill(0)));
});

test('ringing sounds for two of its six seconds, and does not crackle', async () => {
  const samples = samplesOf((await fetched({ kind: 'ringing' })).bytes);
  expect(samples.length).toBe(48_000);
  expect(samples.slice(16_000).every((sample) => sample === 0)).toBe(true);
  expect(Math.max(...samples)).toBeGreaterThan(5_000);
  expect(Math.max(...samples)).toBeLessThan(10_000);
  const steps = samples.slice(1).map((sample, at) => Math.abs(sample - (samples[at] ?? 0)));
  expect(Math.max(...steps)).toBeLessThan(3_000);
});

test('a call hears the version that it began with, however often it is edited, and after its deletion', async () => {
  const id = await saved([fixed('First version.')]);
  await saved([fixed('Second version.')], id);
  await saved([fixed('Third version.')], id);
  const versionOf = async (number: number): Promise<SoundClaim> => ({
    kind: 'message',
    ...(await renderingKey(db, clientId, id, number)),
  });
  expect(await played(await versionOf(1))).toBe(named(await spoken('First version.')));
  const gone = await manager.post(`/api/message/${id}/delete`);
  expect(gone.status).toBe(200);
  expect(await played(await versionOf(3))).toBe(named(await spoken('Third version.')));
});

test.each([
  ['for all', false],
  ['of an account', true],
])(
  'after a restore, a version %s that has the number of a lost one has its own address and sound',
  async (_, perAccount) => {
    const saying = (words: string) => [fixed(words), ...(perAccount ? [field(1)] : [])];
    const run = (sql: string) => asClient(db, clientId, (tx) => tx.run(sql, [id]));
    const urlOf = callSoundUrls(tokens, api.url);
    const inCall = async () => {
      const found = await asClient(db, clientId, (tx) => readTestedVoiceMessage(tx, clientId, id));
      if (!found?.message) throw new Error('It is not ready.');
      const { version } = found.message;
      const sound = { kind: 'message', clientId, ...found.message } as const;
      const url = urlOf(`${clientId}-${callListId}-1`, sound);
      const { bytes } = await api.stranger.get(url.slice(api.url.length));
      return { version, url, heard: named(samplesOf(bytes)) };
    };
    const name = perAccount ? await spoken('Maximiliana') : [];
    const id = await saved(saying('Before the backup.'));
    await saved(saying('Lost words.'), id);
    const lost = await inCall();
    expect(lost.heard).toBe(named([...(await spoken('Lost words.')), ...name]));

    await run('DELETE FROM voice_message_rendering WHERE voice_message_id = $1 AND version = 2');
    await run(
      'UPDATE voice_message_rendering SET superseded_at = NULL WHERE voice_message_id = $1',
    );
    await run(
      'UPDATE voice_message SET version = 1, ready_version = 1 WHERE voice_message_id = $1',
    );
    await saved(saying('Other words.'), id);
    const next = await inCall();
    expect(next.version).toBe(lost.version);
    expect(next.url).not.toBe(lost.url);
    expect(next.heard).toBe(named([...(await spoken('Other words.')), ...name]));
  },
);

/** A message that a call of an own campaign played, and how its record is read. */
async function playedMessage() {
  const id = await saved([fixed('Please pay by Friday.')]);
  const wish = { clientId, customerMessage: id, machineMessage: id };
  const campaign = await makeCampaign(db, wish);
  const { campaignId } = campaign;
  const list = await makeCallees(db, campaign, { entries: 6 });
  const { engine, runUntil } = makeEngine(db);
  await requestStart(db, clientId, campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  const record = await asClient(db, clientId, (tx) =>
    tx.row<{ at: Date; entryId: number }>(
      `SELECT started_at AS at, entry_id AS "entryId" FROM call_record
       WHERE client_id = $1 AND call_list_id = $2 AND message_version = 1 LIMIT 1`,
      [clientId, list],
    ),
  );
  const path = `/api/reports/cdr/${record?.at.getTime()}-${list}-${record?.entryId}`;
  const story = async () =>
    getCallRecord.response.parse((await manager.get(path)).json<CallRecordStory>());
  const heard = (version: number) => {
    const account = `callListId=${list}&entryId=${record?.entryId}`;
    return manager.get(`/api/message/${id}/preview?version=${version}&${account}`);
  };
  return { id, campaignId, list, story, heard };
}

test('what a call played can be heard in its record, bit for bit, while an attempt points to it', async () => {
  const { id, campaignId, list, story, heard } = await playedMessage();
  const run = (sql: string) => asClient(db, clientId, (tx) => tx.run(sql, [clientId]));
  const keeps = (days: number | null) =>
    asPlatform(db, (tx) => setRetention(tx, clientId, 'calls', days));
  const first = await manager.get(`/api/message/${id}/preview`);
  await saved([fixed('Please pay today.')], id);
  expect((await manager.post(`/api/calllist/${list}/close`)).status).toBe(200);
  expect((await manager.post(`/api/campaign/${campaignId}/delete`)).status).toBe(200);
  expect((await manager.post(`/api/message/${id}/delete`)).status).toBe(200);
  // Nothing but the attempts keeps it: the times of retention are long over.
  await run(`UPDATE voice_message_rendering SET superseded_at = superseded_at - interval '9 years',
    claimed_at = claimed_at - interval '9 years' WHERE client_id = $1`);
  await keeps(30);
  await asPlatform(db, sweepRenderings);
  const { message, allowedBy } = await story();
  expect(message).toMatchObject({ id, version: 1, current: false, kept: true });
  expect(allowedBy?.messages).toMatchObject([{ id, version: 1 }, { version: 1 }]);
  const again = await heard(1);
  expect([again.status, named(samplesOf(again.bytes))]).toEqual([
    200,
    named(samplesOf(first.bytes)),
  ]);
  // The second version was played by nobody.
  expect((await heard(2)).status).toBe(404);

  await run(`UPDATE call_list SET created = '2020-01-01', closed_at = '2020-01-01'
    WHERE client_id = $1 AND closed_at IS NOT NULL`);
  await run(`UPDATE campaign SET deleted_at = '2020-01-01' WHERE client_id = $1
    AND deleted_at IS NOT NULL`);
  await run(`UPDATE call_list_count SET last_call = '2020-01-01' WHERE client_id = $1`);
  await runRetention(db);
  const attempts = await run(`SELECT FROM attempt WHERE client_id = $1`);
  expect(attempts).toBe(0);
  // The record still says by what right, and its sound stays as long as calls do.
  await keeps(null);
  await asPlatform(db, sweepRenderings);
  expect((await story()).message?.kept).toBe(true);
  expect((await heard(1)).status).toBe(200);
  await keeps(30);
  await asPlatform(db, sweepRenderings);
  expect(await story()).toMatchObject({ allowedBy, message: { kept: false } });
  expect((await heard(1)).json()).toMatchObject({
    detail: 'The sound of this version is no longer kept.',
  });
  await keeps(1_830);
});

test('the sound that an attempt was made with stays as long as the calls are kept', async () => {
  const id = await saved([fixed('Played.')]);
  await saved([fixed('Never played.')], id);
  await saved([fixed('Played long ago.')], id);
  await saved([fixed('Current.')], id);
  const claimed = (version: number, ago: string) =>
    asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE voice_message_rendering SET claimed_at = created - $3::interval
         WHERE voice_message_id = $1 AND version = $2`,
        [id, version, ago],
      ),
    );
  // Records go by whole months.
  await claimed(1, '1860 days');
  await claimed(3, '1862 days');
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE voice_message_rendering SET superseded_at = superseded_at - interval '4 hours'
       WHERE voice_message_id = $1`,
      [id],
    ),
  );
  const versions = () =>
    asClient(db, clientId, (tx) =>
      tx.rows<{ version: number }>(
        'SELECT version FROM voice_message_rendering WHERE voice_message_id = $1 ORDER BY 1',
        [id],
      ),
    );
  await asPlatform(db, (tx) => tx.run(`SELECT enqueue('sweep-renderings', '{}', 'now')`));
  await until(async () => (await versions()).length === 2 || undefined);
  expect(await versions()).toEqual([{ version: 1 }, { version: 4 }]);
});

test('the sound of a version that no call can play any more is taken away', async () => {
  const id = await saved([fixed('Old.')]);
  await saved([fixed('Middle.')], id);
  await saved([fixed('New.')], id);
  const age = (number: number, by: string) =>
    asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE voice_message_rendering SET superseded_at = superseded_at - $3::interval
         WHERE voice_message_id = $1 AND version = $2`,
        [id, number, by],
      ),
    );
  await age(1, '3 hours 1 minute');
  await age(2, '2 hours 50 minutes');
  const versions = async () => {
    const rows = await asClient(db, clientId, (tx) =>
      tx.rows<{ version: number }>(
        'SELECT version FROM voice_message_rendering WHERE voice_message_id = $1 ORDER BY 1',
        [id],
      ),
    );
    return rows.map((row) => row.version);
  };
  expect(await versions()).toEqual([1, 2, 3]);
  await asPlatform(db, (tx) => tx.run(`SELECT enqueue('sweep-renderings', '{}', 'now')`));
  await until(async () => (await versions()).length === 2 || undefined);
  expect(await versions()).toEqual([2, 3]);
});
