/**
 * Sounds of calls, fetched over HTTP from the whole API as a carrier does: a message of some 15
 * seconds with three fields, whose values are new, or were spoken before in another call. On one core:
 *
 *   taskset -c 0 node bench/call-sound.ts [calls with new values=150] [with known ones=1500]
 */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { buildApp } from '../src/api/app.ts';
import { openApiDatabases } from '../src/api/databases.ts';
import { asClient, type Database } from '../src/db/database.ts';
import { type SoundClaim, soundTokens } from '../src/db/sound-token.ts';
import { joinSteps, type StepSound } from '../src/domain/message-plan.ts';
import { createMetrics } from '../src/domain/metrics.ts';
import { encodeWav } from '../src/domain/sound/wav.ts';
import { rememberingSpeaker } from '../src/domain/speech/remembering-speaker.ts';
import { voiceById } from '../src/domain/speech/voices.ts';
import { soundFileReader } from '../src/sound-files/sound-files.ts';
import { fliteSpeaker } from '../src/speech/flite.ts';
import { speakerPool } from '../src/speech/speaker-pool.ts';
import { makeCampaign, makeTestClient, vault } from '../test/engine/world.ts';
import { machineLine, type Site, withSite } from './engine-site.ts';

const newOnes = Number(process.argv[2] ?? 150);
const knownOnes = Number(process.argv[3] ?? 1_500);
/** Set-ups a second that one node of a carrier is to do, and the silence that nobody notices. */
const goalCalls = 50;
const goalMs = 200;
const atOnce = 16;
const oneByOne = 40;
const slt = 1;

interface Message {
  clientId: number;
  voiceMessageId: number;
  version: 1;
}

const speaker = fliteSpeaker();
const callSpeaker = rememberingSpeaker(speakerPool(), 32 * 2 ** 20);
await withSite('call-sound', async (site) => {
  const quiet = new Writable({ write: (_chunk, _encoding, done) => done() });
  const databases = openApiDatabases(site.db);
  const app = await buildApp({
    ...databases,
    now: () => new Date(),
    log: pino({ level: 'warn' }, quiet),
    metrics: createMetrics(),
    vault,
    speaker,
    callSpeaker,
    soundFiles: soundFileReader(),
    spoolFolder: site.folder,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  await run(site, url);
  await app.close();
  await databases.close();
});
await Promise.all([speaker.close(), callSpeaker.close()]);

async function run({ db }: Site, url: string): Promise<void> {
  const clientId = await makeTestClient(db);
  const { campaignId } = await makeCampaign(db, { clientId });
  const { message, same } = await makeMessages(db, clientId);
  const fetchOne = fetcherOf(url);
  const listOf = (accounts: number, ownerOf?: (entry: number) => number) =>
    makeList(db, { clientId, campaignId, accounts, ownerOf });
  const claimOf = (callListId: number) => (entryId: number) =>
    ({ kind: 'account', ...message, callListId, entryId }) as const;

  console.log(machineLine());
  const fresh = claimOf(await listOf(newOnes + oneByOne));
  await fetchOne({ kind: 'prompt', name: 'saved' });
  await report('new values', newOnes, (entry) => fetchOne(fresh(entry)));
  const known = newOnes + oneByOne;
  const later = claimOf(await listOf(knownOnes + oneByOne, (entry) => entry % known));
  await report('known values', knownOnes, (entry) => fetchOne(later(entry)));
  await report('no values', knownOnes, () => fetchOne({ kind: 'message', ...same }));
}

interface Fetched {
  /** Milliseconds to the first byte. */
  ms: number;
  bytes: number;
}

function fetcherOf(url: string) {
  const tokens = soundTokens(vault);
  return async (claim: SoundClaim): Promise<Fetched> => {
    const began = performance.now();
    const response = await fetch(`${url}/sounds/${tokens.sign(claim, Date.now())}.wav`);
    const ms = performance.now() - began;
    if (response.status !== 200) throw new Error(`A sound returned ${response.status}.`);
    return { ms, bytes: (await response.arrayBuffer()).byteLength };
  };
}

async function report(
  what: string,
  calls: number,
  fetchOne: (entry: number) => Promise<Fetched>,
): Promise<void> {
  const times: number[] = [];
  let size = 0;
  for (let entry = 1; entry <= oneByOne; entry += 1) {
    const { ms, bytes } = await fetchOne(entry);
    times.push(ms);
    size = bytes;
  }
  times.sort((one, other) => one - other);
  const [middle = 0, late = 0] = [0.5, 0.95].map((part) => times[Math.floor(part * oneByOne)]);
  const cpu = process.cpuUsage();
  const began = performance.now();
  let next = oneByOne;
  const worker = async () => {
    while (next < oneByOne + calls) await fetchOne(++next);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const rate = (calls * 1_000) / (performance.now() - began);
  const used = process.cpuUsage(cpu);
  const each = (used.user + used.system) / 1_000 / calls;
  console.log(
    `${what} (${(size / 16_000).toFixed(1)} s of sound): first byte one by one after ` +
      `${middle.toFixed(0)} ms, p95 ${late.toFixed(0)} ms, ratio ${(late / goalMs).toFixed(2)} of ${goalMs} ms; ` +
      `${atOnce} at once ${rate.toFixed(1)} calls a second, ${each.toFixed(1)} ms of CPU each, ` +
      `ratio ${(rate / goalCalls).toFixed(2)} of ${goalCalls}`,
  );
}

interface ListWish {
  clientId: number;
  campaignId: number;
  accounts: number;
  /** Whose values an entry has; its own unless said otherwise. */
  ownerOf: ((entry: number) => number) | undefined;
}

/** First name, amount and a reference that is spelled. */
async function makeList(db: Database, wish: ListWish): Promise<number> {
  const { clientId, campaignId, accounts, ownerOf = (entry: number) => entry } = wish;
  return asClient(db, clientId, async (tx) => {
    const list = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, campaign_id, name, status_id)
       VALUES ($1, $2, 'L', 4) RETURNING call_list_id AS id`,
      [clientId, campaignId],
    );
    const entries = Array.from({ length: accounts }, (_, index) => index + 1);
    const values = entries.map(ownerOf);
    await tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, first_name, external_id, custom)
       SELECT $1, $2, e, e, (12120000000 + e)::text, 'Maria ' || v, 'A' || (70000 + v),
         jsonb_build_object('1', '$' || (100 + v) || '.' || (10 + v % 90))
       FROM unnest($3::int[], $4::int[]) AS x (e, v)`,
      [clientId, list?.id, entries, values],
    );
    return list?.id ?? 0;
  });
}

async function makeMessages(
  db: Database,
  owner: number,
): Promise<{ message: Message; same: Message }> {
  const steps = await messageSteps();
  const spoken = steps.filter(({ kind }) => kind === 'sound');
  return {
    message: await storeMessage(db, owner, steps),
    same: await storeMessage(db, owner, spoken),
  };
}

/** Four texts with three fields between them. */
async function messageSteps(): Promise<StepSound[]> {
  const voice = voiceById(slt);
  if (!voice) throw new Error('There is no voice.');
  const texts = [
    'Hello. This is a message from Harbor Regional Orthopedics for',
    'Our records show an open balance of',
    'Please have your reference at hand, which is',
    'Press 1 to speak with someone in billing, or 9 if you do not want to be called again.',
  ];
  const sounds = await Promise.all(texts.map((text) => speaker.speak(text, voice)));
  const fields = [1, 12, 11].map((fieldId): StepSound => {
    const modeId = fieldId === 11 ? 2 : 1;
    return {
      kind: 'field',
      stepId: 0,
      fieldId,
      voiceId: slt,
      modeId,
      samples: new Int16Array(8),
    };
  });
  return sounds.flatMap((samples, at) => {
    const step: StepSound = { kind: 'sound', stepId: 0, samples };
    const field = fields[at];
    return field ? [step, field] : [step];
  });
}

async function storeMessage(db: Database, owner: number, parts: StepSound[]): Promise<Message> {
  const { plan, preview } = joinSteps(parts);
  const row = await asClient(db, owner, (tx) =>
    tx.row<{ id: number }>(
      `WITH message AS (
         INSERT INTO voice_message (client_id, name, status_id, ready_version)
         VALUES ($1, 'Reminder', 3, 1) RETURNING voice_message_id AS id)
       INSERT INTO voice_message_rendering (client_id, voice_message_id, version, plan, preview, duration_ms)
       SELECT $1, id, 1, $2, $3, 0 FROM message RETURNING voice_message_id AS id`,
      [owner, JSON.stringify(plan), encodeWav(preview)],
    ),
  );
  return { clientId: owner, voiceMessageId: row?.id ?? 0, version: 1 };
}
