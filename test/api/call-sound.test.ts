/** What carriers fetch to play in a call: `GET /sounds/<token>.wav`. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { type SoundClaim, soundTokens } from '../../src/db/sound-token.ts';
import type { PlanSegment } from '../../src/domain/message-plan.ts';
import { type PromptName, prompts } from '../../src/domain/prompts.ts';
import { decodeWav } from '../../src/domain/sound/wav.ts';
import { speakerPool } from '../../src/speech/speaker-pool.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const { clientId } = client;
const manager = await api.signIn(client);
const other = await makeClient(db);
const otherManager = await api.signIn(other);
await testJobs(db);

const tokens = soundTokens(api.deps.vault.key);
const pathOf = (claim: SoundClaim, now = Date.now()) => `/sounds/${tokens.sign(claim, now)}.wav`;
const fetched = (claim: SoundClaim, headers = {}) => api.stranger.get(pathOf(claim), headers);
const samplesOf = (bytes: Uint8Array) => [...decodeWav(bytes).samples];
/** Short, so that a difference is said in a line. */
const named = (samples: readonly number[]) =>
  `${samples.length} samples ${createHash('sha256').update(Int16Array.from(samples)).digest('hex')}`;
const heard = async (claim: SoundClaim) => named(samplesOf((await fetched(claim)).bytes));

interface Row {
  first_name: string | null;
  custom: string | null;
}

const accounts: Row[] = [
  { first_name: 'Maximiliana', custom: '{"1": "2,999.89"}' },
  { first_name: 'Bo', custom: '{"1": "12.00"}' },
  { first_name: null, custom: null },
  { first_name: 'Анна', custom: '{"1": "12.00"}' },
];

async function makeList(owner: number, rows: Row[] = accounts): Promise<number> {
  const campaignId = await makeCampaign(db, owner, { name: `Calls of ${owner}` });
  const { vault } = api.deps;
  return asClient(db, owner, async (tx) => {
    const list = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, campaign_id, name, status_id)
       VALUES ($1, $2, 'L', 4) RETURNING call_list_id AS id`,
      [owner, campaignId],
    );
    for (const [at, { first_name, custom }] of rows.entries()) {
      const ssn = vault.seal('123-45-6789', { clientId: owner, field: 'ssn' });
      await tx.run(
        `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, first_name, custom, ssn)
         VALUES ($1, $2, $3, 2, $4, $5, $6, $7)`,
        [owner, list?.id, at + 1, `1302555010${at}`, first_name, custom, ssn],
      );
    }
    return list?.id ?? 0;
  });
}
const callListId = await makeList(clientId);
await manager.post('/api/customfield/0/edit', { name: 'Balance Due' });

const fixed = (value: string) => ({ messageStepType: 4, value });
const field = (ttsFieldId: number, ttsModeId = 1) => ({
  messageStepType: 5,
  ttsFieldId,
  ttsModeId,
});

/** Saves a message and answers its id when it is Ready. */
async function saved(steps: object[], id = 0, who: Caller = manager): Promise<number> {
  const form = new FormData();
  const messageSteps = steps.map((step, stepOrder) => ({ ttsVoiceId: 4, stepOrder, ...step }));
  form.set('message', JSON.stringify({ name: `Reminder ${Math.random()}`, messageSteps }));
  const answer = await who.post(`/api/message/${id}/edit`, form);
  const made = id || Number(answer.headers.get('content-location')?.split('/').at(-1));
  await until(async () => {
    const preview = await who.get(`/api/message/${made}/preview`);
    return preview.status === 200 || undefined;
  });
  return made;
}

const spoken = async (text: string) => {
  const answer = await manager.post('/api/message/speak', { ttsVoiceId: 4, text });
  return samplesOf(answer.bytes);
};

const steps = [
  fixed('Hello.'),
  field(1),
  fixed('You owe'),
  field(12),
  fixed('Goodbye.'),
  field(5, 2),
];
const personal = await saved(steps);
const same = await saved([fixed('Hello.'), fixed('This is a reminder.')]);
const version = { clientId, voiceMessageId: personal, version: 1 };
const accountClaim = (entryId: number): SoundClaim => ({
  kind: 'account',
  ...version,
  callListId,
  entryId,
});
const messageClaim: SoundClaim = { kind: 'message', clientId, voiceMessageId: same, version: 1 };

test('the fixed parts of a message are those of its preview bit for bit, the values stand in their places', async () => {
  const answer = await fetched(accountClaim(1));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  const rendering = await asClient(db, clientId, (tx) =>
    tx.row<{ plan: PlanSegment[]; preview: Buffer }>(
      'SELECT plan, preview FROM voice_message_rendering WHERE voice_message_id = $1',
      [personal],
    ),
  );
  const preview = samplesOf(rendering?.preview ?? Buffer.alloc(0));
  const values = ['Maximiliana', '2,999.89', '6, 7, 8, 9'];
  const parts: number[][] = [];
  for (const { kind, from, samples } of rendering?.plan ?? []) {
    const cut = preview.slice(from, from + samples);
    parts.push(kind === 'sound' ? cut : await spoken(values.shift() ?? ''));
  }
  expect(named(samplesOf(answer.bytes))).toBe(named(parts.flat()));
  // As long as its parts: 44 bytes of header, 2 a sample, 8,000 samples a second.
  const total = parts.reduce((sum, { length }) => sum + length, 0);
  expect(answer.bytes.length).toBe(44 + 2 * total);
  expect(decodeWav(answer.bytes).sampleRate).toBe(8_000);
});

test('each account hears its own values; one that is missing or cannot be spoken is left out', async () => {
  const [first, second, none, foreign] = await Promise.all(
    [1, 2, 3, 4].map((entryId) => heard(accountClaim(entryId))),
  );
  const [hello = [], owe = [], bye = []] = await Promise.all(
    ['Hello.', 'You owe', 'Goodbye.'].map(spoken),
  );
  const digits = await spoken('6, 7, 8, 9');
  const [bo, twelve] = [await spoken('Bo'), await spoken('12.00')];
  expect(second).toBe(named([hello, bo, owe, twelve, bye, digits].flat()));
  expect(first).not.toBe(second);
  expect(none).toBe(named([hello, owe, bye, digits].flat()));
  expect(foreign).toBe(named([hello, owe, twelve, bye, digits].flat()));
  const warning = api.logged.find(({ msg }) => msg === 'a value could not be spoken in a call');
  expect(warning).toMatchObject({ clientId, callListId, entryId: 4, fieldId: 1 });
  expect(JSON.stringify(api.logged)).not.toContain('Анна');
});

test('many accounts that are asked for at once are each answered with their own sound', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `Person ${at}`);
  const list = await makeList(
    other.clientId,
    names.map((first_name) => ({ first_name, custom: null })),
  );
  const message = await saved([fixed('Hello.'), field(1)], 0, otherManager);
  const key = { clientId: other.clientId, voiceMessageId: message, version: 1, callListId: list };
  const answers = await Promise.all(
    names.map((_, at) => fetched({ kind: 'account', ...key, entryId: at + 1 })),
  );
  const hello = await spoken('Hello.');
  for (const [at, name] of names.entries()) {
    const wanted = [...hello, ...(await spoken(name))];
    expect(named(samplesOf(answers[at]?.bytes ?? Buffer.alloc(0)))).toBe(named(wanted));
  }
});

test('a message without values is its preview, at the same address for every call', async () => {
  const answer = await fetched(messageClaim);
  const preview = await manager.get(`/api/message/${same}/preview`);
  expect(named(samplesOf(answer.bytes))).toBe(named(samplesOf(preview.bytes)));
  expect(answer.headers.get('cache-control')).toBe('private, max-age=86400');
  expect((await fetched(accountClaim(1))).headers.get('cache-control')).toBe(
    'private, max-age=600',
  );
});

test.each(Object.keys(prompts) as PromptName[])(
  'the sentence «%s» is heard whole and lasts as long as the engine counts on',
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

const hour = 3_600_000;
const token = tokens.sign(accountClaim(1), Date.now());
const wrongs: [string, string][] = [
  ['no token', '/sounds/.wav'],
  ['no WAV', `/sounds/${token}`],
  ['a changed signature', `/sounds/${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}.wav`],
  ['a changed account', `/sounds/${token.replace(`.${callListId}.1.`, `.${callListId}.2.`)}.wav`],
  ['a token that is over', pathOf(accountClaim(1), Date.now() - 2 * hour)],
  ['a day-old message', pathOf(messageClaim, Date.now() - 48 * hour)],
  ['an account that is not there', pathOf(accountClaim(99))],
  ['a version that is not there', pathOf({ ...messageClaim, version: 9 })],
  ['a message with fields for nobody', pathOf({ kind: 'message', ...version })],
  ['a message of another client', pathOf({ ...messageClaim, clientId: other.clientId })],
  [
    'an account of another client',
    pathOf({ ...accountClaim(1), clientId: other.clientId } as SoundClaim),
  ],
];
test.each(wrongs)('%s is not found', async (_, path) => {
  const answer = await api.stranger.get(path);
  expect([answer.status, answer.json<ProblemBody>().code]).toEqual([404, 'not_found']);
});

test('a client’s account is not heard in a message of another, whose message it does not hear', async () => {
  const theirs = await saved([fixed('Theirs.'), field(1)], 0, otherManager);
  const mixed = { kind: 'account', version: 1, callListId, entryId: 1 } as const;
  for (const [owner, voiceMessageId] of [
    [clientId, theirs],
    [other.clientId, theirs],
    [other.clientId, personal],
  ] as const) {
    const answer = await fetched({ ...mixed, clientId: owner, voiceMessageId });
    expect(answer.status).toBe(404);
  }
});

test('HEAD, a range and an entity tag are answered as a player and a cache ask', async () => {
  const whole = await fetched(messageClaim);
  const url = api.url + pathOf(messageClaim);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([
    200,
    String(whole.bytes.length),
  ]);
  const etag = head.headers.get('etag') ?? '';
  expect((await fetched(messageClaim, { 'if-none-match': etag })).status).toBe(304);
  expect((await fetched(messageClaim, { 'if-none-match': '"other"' })).status).toBe(200);
  const part = await fetched(messageClaim, { range: 'bytes=44-143' });
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 44-143/${whole.bytes.length}`,
  ]);
  expect(part.bytes.equals(whole.bytes.subarray(44, 144))).toBe(true);
  const changed = { range: 'bytes=44-143', 'if-range': '"other"' };
  expect((await fetched(messageClaim, changed)).bytes.equals(whole.bytes)).toBe(true);
  const [one, two] = await Promise.all([fetched(accountClaim(1)), fetched(accountClaim(2))]);
  expect(one.headers.get('etag')).not.toBe(two.headers.get('etag'));
});

test('the log does not hold what would open a sound', async () => {
  const path = pathOf(accountClaim(1));
  await api.stranger.get(path);
  const signature = path.split('.').at(-2) ?? '';
  expect(signature).toHaveLength(32);
  const lines = () => api.logged.filter((line) => String(line.path).startsWith('/sounds/account.'));
  await until(async () => lines().length > 0 || undefined);
  expect(JSON.stringify(api.logged)).not.toContain(signature);
});

test('when too many sounds are in the making, one is told to come again', async () => {
  const callSpeaker = speakerPool({ mostOfClient: 0 });
  const busy = await testApi(db, { callSpeaker });
  const answer = await busy.stranger.get(pathOf(accountClaim(1)));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await busy.stranger.get(pathOf(messageClaim))).status).toBe(200);
});

test('a call hears the version that it began with, however often it is edited, and after its deletion', async () => {
  const id = await saved([fixed('First version.')]);
  await saved([fixed('Second version.')], id);
  await saved([fixed('Third version.')], id);
  const versionOf = (number: number): SoundClaim => ({
    kind: 'message',
    clientId,
    voiceMessageId: id,
    version: number,
  });
  expect(await heard(versionOf(1))).toBe(named(await spoken('First version.')));
  const gone = await manager.post(`/api/message/${id}/delete`);
  expect(gone.status).toBe(200);
  expect(await heard(versionOf(3))).toBe(named(await spoken('Third version.')));
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
