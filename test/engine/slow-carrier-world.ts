/** Carriers that respond only on request of the test. */
import type { VoiceCarrier } from '../../src/carriers/port.ts';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { usualProfile } from '../../src/carriers/simulated/profile.ts';
import type { TextCarrier, TextRequest } from '../../src/carriers/text-port.ts';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { setCarrierChoice } from '../../src/db/queries/carrier-use.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { isSettled, makeTexting, watchedCarrier } from './text-world.ts';
import { afternoon, type Campaign, makeList } from './world.ts';

export interface Held {
  /** From now on responses come at once; those that were held come too. */
  release(): void;
}

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let open = false;
  return {
    passed: () => (open ? undefined : promise),
    release() {
      open = true;
      resolve();
    },
  };
}

export interface SlowTexts extends TextCarrier, Held {
  /** Submitted, with a response or without. */
  submitted: TextRequest[];
  /** What the engine says of each submission, asked at any time. */
  mayWrite: (() => boolean)[];
}

/** @param late what comes late: the text itself, or only the response to a text that is sent at once */
export function slowTexts(carrier: TextCarrier, late: 'text' | 'response'): SlowTexts {
  const { passed, release } = gate();
  const submitted: TextRequest[] = [];
  const mayWrite: (() => boolean)[] = [];
  return {
    ...carrier,
    name: 'slow',
    submitted,
    mayWrite,
    release,
    async submit(texts, may = () => true) {
      submitted.push(...texts);
      mayWrite.push(may);
      if (late === 'text') await passed();
      const submissions = await carrier.submit(texts, may);
      await passed();
      return submissions;
    },
  };
}

export interface SlowCalls extends VoiceCarrier, Held {
  /** Calls submitted, with or without a response. */
  asked: number;
  /** What the engine says of each submission, asked at any time. */
  mayPlace: (() => boolean)[];
}

export function slowCalls(carrier: VoiceCarrier): SlowCalls {
  const { passed, release } = gate();
  return {
    ...carrier,
    name: 'slow',
    asked: 0,
    mayPlace: [],
    release,
    async place(calls, may = () => true) {
      this.asked += calls.length;
      this.mayPlace.push(may);
      await passed();
      return carrier.place(calls, may);
    },
  };
}

export async function giveCarrier(db: Database, { clientId }: Campaign, name: string) {
  await asPlatform(db, async (tx) => {
    await tx.run(
      "INSERT INTO carrier (name, kind) VALUES ($1, 'simulated') ON CONFLICT DO NOTHING",
      [name],
    );
    await setCarrierChoice(tx, clientId, { voice: name, text: name });
  });
}

/** Whether the campaign's lease holds, and how often it changed hands. */
export function leaseOf(db: Database, { clientId, campaignId }: Campaign) {
  return asPlatform(db, (tx) =>
    tx.row<{ stands: boolean; fence: number }>(
      `SELECT until > clock_timestamp() AS stands, fence FROM campaign_lease
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId],
    ),
  );
}

/** Longer than a busy machine takes for a tick, shorter than a carrier has for its response. */
export const longLease = 6;

/** A started text campaign whose texts have been submitted to a carrier that responds to none. */
export async function slowSite(
  db: Database,
  late: 'text' | 'response',
  { entries = 5, textPerMinute = 60_000, leaseSeconds = longLease } = {},
) {
  const firstPhone = 12_122_400_000;
  const campaign = await makeTexting(db, { textPerMinute });
  await giveCarrier(db, campaign, 'slow');
  await makeList(db, campaign, { entries, firstPhone });
  const clock = virtualClock(afternoon);
  const slow = slowTexts(watchedCarrier(clock, temporaryFolder()), late);
  const quick = watchedCarrier(clock, temporaryFolder());
  const folder = temporaryFolder();
  const voice = simulatedCarrier({
    ...{ clock, dataFolder: folder, randomOf: (name) => seededRandom(`1/${name}`) },
    profile: usualProfile,
  });
  const slowVoice = slowCalls(voice);
  const quickVoice = simulatedCarrier({
    ...{ clock, dataFolder: temporaryFolder(), randomOf: (name) => seededRandom(`2/${name}`) },
    profile: usualProfile,
  });
  const made = makeEngine(db, {
    clock,
    deps: {
      leaseSeconds,
      carriers: new Map<string, VoiceCarrier>([
        ['slow', slowVoice],
        ['simulated', quickVoice],
      ]),
      textCarriers: new Map<string, TextCarrier>([
        ['slow', slow],
        ['simulated', quick],
      ]),
    },
  });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  const books = () => recount(db, campaign.clientId);
  const toEnd = () => made.runUntil(() => isSettled(db, campaign, clock.now()), 1_000);
  const results = () =>
    asClient(db, campaign.clientId, (tx) =>
      tx.rows<{ result: string; n: number }>(
        'SELECT result, count(*)::int AS n FROM attempt WHERE client_id = $1 GROUP BY 1',
        [campaign.clientId],
      ),
    );
  return { ...made, campaign, slow, quick, slowVoice, firstPhone, books, toEnd, results };
}

/** Ends what one test leaves running: the next one's engine would take it over. */
export async function end(
  db: Database,
  { engine, slow, slowVoice }: Awaited<ReturnType<typeof slowSite>>,
) {
  slow.release();
  slowVoice.release();
  await engine.stop();
  await db.pool.query('UPDATE campaign SET run_status = 1');
}
