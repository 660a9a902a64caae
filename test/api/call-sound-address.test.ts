/** The addresses of call sounds: which of them respond, to whom and how. */
import { expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import type { SoundClaim } from '../../src/db/sound-token.ts';
import { rememberingSpeaker } from '../../src/domain/speech/remembering-speaker.ts';
import type { Speaker, SpeechTurn } from '../../src/domain/speech/speaker.ts';
import { speakerPool } from '../../src/speech/speaker-pool.ts';
import { testApi } from '../harness/api.ts';
import { renderingKey } from '../harness/rendering.ts';
import { until } from '../harness/until.ts';
import { callSoundWorld, field, fixed, named, samplesOf } from './call-sound-world.ts';

const {
  db,
  api,
  clientId,
  other,
  otherManager,
  tokens,
  pathOf,
  fetched,
  played,
  callListId,
  saved,
  version,
  accountClaim,
  messageClaim,
} = await callSoundWorld();

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
  ['a rendering that is not there any more', pathOf({ ...messageClaim, soundId: 7 } as SoundClaim)],
  ['a rendering without its number', pathOf({ ...messageClaim, soundId: null } as SoundClaim)],
  ['a message with fields for nobody', pathOf({ kind: 'message', ...version })],
  ['a message of another client', pathOf({ ...messageClaim, clientId: other.clientId })],
  [
    'an account of another client',
    pathOf({ ...accountClaim(1), clientId: other.clientId } as SoundClaim),
  ],
];
test.each(wrongs)('%s is not found', async (_, path) => {
  const response = await api.stranger.get(path);
  expect([response.status, response.json<ProblemBody>().code]).toEqual([404, 'not_found']);
});

test("a client gets neither its account in a message of another client nor that client's message", async () => {
  const theirs = await saved([fixed('Theirs.'), field(1)], 0, otherManager);
  const rendering = await renderingKey(db, other.clientId, theirs);
  const mixed = { kind: 'account', callListId, entryId: 1 } as const;
  for (const key of [
    { ...rendering, clientId },
    rendering,
    { ...version, clientId: other.clientId },
  ]) {
    const response = await fetched({ ...mixed, ...key });
    expect(response.status).toBe(404);
  }
});

test('HEAD, a range and an entity tag are served as a player and a cache ask', async () => {
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
  const lines = () => api.logged.filter((line) => String(line.sound).startsWith('account.'));
  await until(async () => lines().length > 0 || undefined);
  expect(JSON.stringify(api.logged)).not.toContain(signature);
});

test('when too many sounds are being made, the response is 429 with Retry-After', async () => {
  const callSpeaker = rememberingSpeaker(speakerPool({ mostOfClient: 0 }), 2 ** 20);
  const busy = await testApi(db, { callSpeaker });
  const response = await busy.stranger.get(pathOf(accountClaim(1)));
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await busy.stranger.get(pathOf(messageClaim))).status).toBe(200);
});

const head = ({ url }: { url: string }, path: string) =>
  fetch(`${url}${path}?ahead=1`, { method: 'HEAD' });

test('HEAD with ?ahead speaks the values of an account and keeps no sound; its call then speaks nothing', async () => {
  const turns: (SpeechTurn | undefined)[] = [];
  const pool = speakerPool();
  const counted: Speaker = {
    speak(text, by, turn) {
      turns.push(turn);
      return pool.speak(text, by, turn);
    },
    close: () => pool.close(),
  };
  const calling = await testApi(db, { callSpeaker: rememberingSpeaker(counted, 2 ** 20) });
  const path = pathOf(accountClaim(1));
  const list = `${clientId}.${callListId}`;
  const prepared = await head(calling, path);
  expect(prepared.status).toBe(204);
  expect(turns).toEqual(Array.from({ length: 3 }, () => ({ clientId, ahead: true, list })));
  const sound = await calling.stranger.get(path);
  expect(turns).toHaveLength(3);
  expect(named(samplesOf(sound.bytes))).toBe(await played(accountClaim(1)));
  // What all accounts hear is not prepared, and what nobody may fetch is not either.
  const statuses = [
    pathOf(messageClaim),
    pathOf(accountClaim(99)),
    pathOf(accountClaim(1)).replace('.wav', 'x.wav'),
  ].map(async (one) => (await head(calling, one)).status);
  expect(await Promise.all(statuses)).toEqual([204, 404, 404]);
});
