/**
 * Sounds of calls whose values were never spoken before, at the pace of 50 calls a second: the real engine
 * places calls whose persons answer at once, and each call fetches its sound over HTTP from the whole API,
 * as a carrier does. Prepared ahead of the call, and not, in turns. Then each kind of sound by itself.
 *
 *   node bench/call-sound.ts [calls a round=40] [rounds=3] [calls of each kind=40]
 */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { buildApp } from '../src/api/app.ts';
import { openApiDatabases } from '../src/api/databases.ts';
import type { VoiceCarrier } from '../src/carriers/port.ts';
import { createSoundsAhead } from '../src/carriers/prepare-sounds.ts';
import { simulatedCarrier } from '../src/carriers/simulated/carrier.ts';
import { requestStart } from '../src/db/queries/campaign-run.ts';
import { type SoundClaim, soundTokens } from '../src/db/sound-token.ts';
import { createMetrics } from '../src/domain/metrics.ts';
import { seededRandom } from '../src/domain/random.ts';
import { rememberingSpeaker } from '../src/domain/speech/remembering-speaker.ts';
import { callSoundUrls } from '../src/engine/call-sound-url.ts';
import { soundFileReader } from '../src/sound-files/sound-files.ts';
import { fliteSpeaker } from '../src/speech/flite/flite.ts';
import { speakerPool } from '../src/speech/speaker-pool.ts';
import { makeCampaign, makeTestClient, vault } from '../test/engine/world.ts';
import { type Message, makeList, makeMessages } from './call-sound-data.ts';
import { machineLine, type Site, siteClock, startSiteEngine, withSite } from './engine-site.ts';
import { judge } from './goal.ts';
import { median } from './median.ts';

const calls = Number(process.argv[2] ?? 40);
const rounds = Number(process.argv[3] ?? 3);
const eachKind = Number(process.argv[4] ?? 40);
/** What one node of a carrier is to do, and the silence that nobody notices. */
const callsPerMinute = 3_000;
const goalMs = 200;

/** Each list has values that no other one has. */
let lists = 0;
const freshOwners = () => {
  lists += 1;
  const first = lists * 1_000;
  return (entry: number) => first + entry;
};

const speaker = fliteSpeaker();
const callSpeaker = rememberingSpeaker(speakerPool(), 32 * 2 ** 20);
await withSite('call-sound', async (site) => {
  const quiet = new Writable({ write: (_chunk, _encoding, done) => done() });
  const databases = openApiDatabases(site.db);
  const app = await buildApp({
    ...databases,
    ...{ vault, speaker, callSpeaker, spoolFolder: site.folder },
    now: () => new Date(),
    log: pino({ level: 'warn' }, quiet),
    metrics: createMetrics(),
    soundFiles: soundFileReader(),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  await run(site, url);
  await app.close();
  await databases.close();
});
await Promise.all([speaker.close(), callSpeaker.close()]);

async function run(site: Site, url: string): Promise<void> {
  const clientId = await makeTestClient(site.db);
  const { message, same } = await makeMessages(site.db, clientId, speaker);
  console.log(machineLine());
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await placed(site, url, message, 'fetched at the answer');
    ratios.push((await placed(site, url, message, 'prepared ahead')) / goalMs);
  }
  await byKind(site, url, { message, same });
  judge({
    what: `first byte (p95) of a call's sound, values never spoken before, against ${goalMs} ms`,
    ...{ ratios, goal: 1, is: 'at most' },
  });
}

/** @returns milliseconds to the first byte, p95 */
async function placed(
  site: Site,
  url: string,
  { clientId, voiceMessageId }: Message,
  how: 'prepared ahead' | 'fetched at the answer',
): Promise<number> {
  const campaign = await makeCampaign(site.db, {
    ...{ clientId, callsPerMinute, customerMessage: voiceMessageId },
  });
  await makeList(site.db, { ...campaign, accounts: calls, ownerOf: freshOwners() });
  await requestStart(site.db, clientId, campaign.campaignId);
  const clock = siteClock(1);
  const settings = {
    clock,
    dataFolder: site.folder,
    randomOf: (name: string) => seededRandom(name),
  };
  const simulated = simulatedCarrier(settings);
  const soundUrl = callSoundUrls(soundTokens(vault), url);
  const ahead = createSoundsAhead();
  const fetches: Promise<number>[] = [];
  const placedAt: number[] = [];
  const voice: VoiceCarrier = {
    ...simulated,
    ...(how === 'prepared ahead' && {
      prepare: (attemptId, sounds) => ahead.prepare(sounds.map((one) => soundUrl(attemptId, one))),
    }),
    place(requests) {
      for (const { attemptId, ownSounds = [] } of requests) {
        placedAt.push(performance.now());
        fetches.push(...ownSounds.map((one) => firstByte(soundUrl(attemptId, one))));
      }
      return simulated.place(requests);
    },
  };
  const engine = startSiteEngine(site, clock, { voice });
  while (placedAt.length < calls) await new Promise((resolve) => setTimeout(resolve, 50));
  const times = await Promise.all(fetches);
  await engine.stop();
  const seconds = ((placedAt.at(-1) ?? 0) - (placedAt[0] ?? 0)) / 1_000;
  const failed = times.filter((ms) => !Number.isFinite(ms)).length;
  const heard = times.filter(Number.isFinite);
  const late = percentile(times, 0.95);
  console.log(
    `${how}: first byte after ${median(heard).toFixed(0)} ms, p95 ${late.toFixed(0)} ms, ` +
      `${failed} without a sound; ${calls} calls placed in ${seconds.toFixed(1)} s, ` +
      `${((calls - 1) / seconds).toFixed(1)} a second`,
  );
  return late;
}

/** Infinity when there is no sound. */
async function firstByte(address: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(address);
  const ms = performance.now() - began;
  await response.arrayBuffer();
  return response.status === 200 ? ms : Number.POSITIVE_INFINITY;
}

/** Fetched one after the other. */
async function byKind(
  { db }: Site,
  url: string,
  { message, same }: { message: Message; same: Message },
): Promise<void> {
  const { clientId } = message;
  const { campaignId } = await makeCampaign(db, { clientId });
  const tokens = soundTokens(vault);
  const fetched = (claim: SoundClaim) =>
    firstByte(`${url}/sounds/${tokens.sign(claim, Date.now())}.wav`);
  const ownerOf = freshOwners();
  const one = await makeList(db, { clientId, campaignId, accounts: eachKind, ownerOf });
  const twin = await makeList(db, { clientId, campaignId, accounts: eachKind, ownerOf });
  const of = (callListId: number) => (entryId: number) =>
    fetched({ kind: 'account', ...message, callListId, entryId });
  const kinds = [
    ['new values', of(one)],
    ['values spoken before', of(twin)],
    ['no values', () => fetched({ kind: 'message', ...same })],
  ] as const;
  for (const [what, fetchOne] of kinds) {
    const cpu = process.cpuUsage();
    const times: number[] = [];
    for (let entry = 1; entry <= eachKind; entry += 1) times.push(await fetchOne(entry));
    const { user, system } = process.cpuUsage(cpu);
    console.log(
      `${what}, one by one: first byte after ${median(times).toFixed(0)} ms, ` +
        `p95 ${percentile(times, 0.95).toFixed(0)} ms, ${((user + system) / 1_000 / eachKind).toFixed(1)} ms of CPU each`,
    );
  }
}

function percentile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))] ?? 0;
}
