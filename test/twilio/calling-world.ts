/** The real engine in real time, the real API with its sounds, a real database, and the double. */

import { tmpdir } from 'node:os';
import pino from 'pino';
import { twilioKind } from '../../src/carriers/twilio/kind.ts';
import type { StoredNote } from '../../src/contract/note.ts';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { removeCarrier } from '../../src/db/queries/carrier.ts';
import { soundTokens } from '../../src/db/sound-token.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { encodeWav } from '../../src/domain/sound/wav.ts';
import { callSoundUrls } from '../../src/engine/call-sound-url.ts';
import { callbackSource } from '../../src/engine/carriers/callback-source.ts';
import { startCarriers } from '../../src/engine/carriers/start.ts';
import { startManagerContacts } from '../../src/engine/manager/start.ts';
import { startEngine } from '../../src/engine/start.ts';
import { createTextsInFlight } from '../../src/engine/text/texts-in-flight.ts';
import { makeLinkback } from '../engine/linkback-world.ts';
import { recount } from '../engine/recount.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  makeMessage,
  makeTestClient,
  vault,
} from '../engine/world.ts';
import { runningClock } from '../harness/running-clock.ts';
import { until } from '../harness/until.ts';
import type { Callee, DoubleCall } from './double/call.ts';
import type { TwilioDouble } from './double/server.ts';
import { publicUrl, surroundings } from './open-carrier.ts';
import { callbacksLeft, insertTwilio, type Site } from './texting-world.ts';

const kinds = { twilio: twilioKind };
/** What the campaign's calls show. */
const shown = '+12125550199';

export interface CallingWish {
  firstPhone: number;
  /** Of each entry's telephone, in order. */
  callees: Callee[];
  /** Milliseconds; null: there is none. */
  customerMs?: number;
  machineMs?: number | null;
  /** Of a Linkback: what the agent does, and the milliseconds of the agent's message. */
  agent?: Callee;
  agentMs?: number | null;
  settings?: Record<string, string>;
  callsPerMinute?: number;
}

/** A message that the API has the sound of. */
async function messageOf(
  db: Database,
  clientId: number,
  ms: number | null,
): Promise<number | null> {
  if (ms === null) return null;
  const id = await makeMessage(db, clientId, ms);
  const wav = encodeWav(new Int16Array(ms * 8));
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE voice_message_rendering SET preview = $2 WHERE voice_message_id = $1', [
      id,
      wav,
    ]),
  );
  return id;
}

export const linkbackNumber = '+13025550100';
let made = 0;

export interface Recorded {
  phone: string;
  result: string;
  transferred: boolean;
  abandoned: boolean;
  note: StoredNote | null;
}

/** A campaign on the double, with the carrier of this name. */
interface Calling {
  db: Database;
  site: Site;
  name: string;
  campaign: Campaign;
  entries: number;
}

/** A voice campaign on the double; `begin` starts it. */
export async function callingByTwilio(db: Database, site: Site, wish: CallingWish) {
  made += 1;
  const name = `twilio-calls-${made}`;
  await insertTwilio(db, site, name, { callsPerSecond: '50', ...wish.settings });
  const clientId = await makeTestClient(db);
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET voice_carrier = $2 WHERE client_id = $1', [clientId, name]),
  );
  const { campaign, ...messages } = await makeCalling(db, clientId, wish);
  const numbers = answerAs(site.double, wish);
  const calling: Calling = { db, site, name, campaign, entries: wish.callees.length };
  const start = engineProcesses(calling);
  const request = () => requestStart(db, clientId, campaign.campaignId);
  const begin = async () => {
    const life = await start();
    await request();
    return life;
  };
  const callsTo = (number: string | undefined) =>
    site.double.calls.all.filter(({ to }) => to === number).reverse();
  return {
    ...{ ...campaign, name, numbers, start, begin, request, callsTo, ...messages, publicUrl },
    ...queriesOf(calling),
    /** Of a number's only call. */
    heardBy: (number: string | undefined) => namesOf(callsTo(number)[0]),
    end: () => asPlatform(db, (tx) => removeCarrier(tx, name)),
  };
}

/** The campaign, a Linkback when there is an agent, with its messages and contact list. */
async function makeCalling(db: Database, clientId: number, wish: CallingWish) {
  const { agent, callees, firstPhone } = wish;
  const { customerMs = 1_200, machineMs = 1_100, agentMs = 1_000, callsPerMinute = 3_000 } = wish;
  const customerMessage = await messageOf(db, clientId, customerMs);
  const machineMessage = await messageOf(db, clientId, machineMs);
  const agentMessage = agent ? await messageOf(db, clientId, agentMs) : null;
  const given = { clientId, customerMessage, machineMessage };
  const campaign = agent
    ? await makeLinkback(db, { ...given, agentMessage, agentCount: 1 })
    : await makeCampaign(db, { ...given, callsPerMinute });
  await makeList(db, campaign, { entries: callees.length, firstPhone });
  return { campaign, customerMessage, machineMessage, agentMessage };
}

/** What each entry's telephone does at the double, and the agent's; returns the entries' numbers. */
function answerAs(double: TwilioDouble, { firstPhone, callees, agent }: CallingWish): string[] {
  const numbers = callees.map((_, at) => `+${firstPhone + at}`);
  for (const [at, number] of numbers.entries()) double.callees.set(number, callees[at] ?? {});
  if (agent) double.callees.set(linkbackNumber, agent);
  if (!double.account.numbers.some(({ phone }) => phone === shown)) double.addNumber(shown, '');
  return numbers;
}

/** Starts engine processes one after another, each as main.ts puts it together, on one clock. */
function engineProcesses({ db, site: { api }, name }: Calling) {
  const clock = runningClock(afternoon);
  let lives = 0;
  return async () => {
    lives += 1;
    const engineName = `${name}-${lives}`;
    const log = pino({ level: process.env.ENGINE_TEST_LOG ?? 'silent' });
    const metrics = createMetrics();
    const running = await startCarriers({
      ...{ db, log, engineName, vault: api.deps.vault, metrics, kinds },
      surroundingsOf: (of) =>
        surroundings(of, {
          ...{ clock, engineName, log, dataFolder: tmpdir(), callbacks: callbackSource(db, of) },
          soundUrl: callSoundUrls(soundTokens(vault), api.url),
        }),
    });
    const { carriers, textCarriers } = running;
    await until(() => carriers.get(name)?.connected() || undefined);
    const shared = { inProgress: new Map(), textsInFlight: createTextsInFlight() };
    const engine = startEngine({
      ...{ db, vault, clock, log, metrics, carriers, textCarriers, leaseSeconds: 2, shared },
    });
    const ports = { carriers, textCarriers, ...shared };
    const contacts = startManagerContacts({ db, vault, clock, log, ...ports });
    return {
      carriers: running,
      async stop() {
        await contacts.stop();
        await engine.stop();
        await running.stop();
      },
    };
  };
}

/** What the database has of it. */
function queriesOf({ db, name, campaign, entries }: Calling) {
  const { clientId } = campaign;
  const ask = <Row>(sql: string) => asClient(db, clientId, (tx) => tx.rows<Row>(sql));
  const records = () =>
    ask<Recorded>(
      `SELECT r.phone, r.result, r.transferred, r.abandoned, a.carrier_note AS note
       FROM call_record r JOIN attempt a USING (client_id, call_list_id, entry_id)
       ORDER BY r.phone`,
    );
  /** When every entry has its result: by number, and what Twilio had of it. */
  const ended = (seconds = 40) =>
    until(async () => {
      const all = await records();
      return all.length === entries ? all : undefined;
    }, seconds);
  return {
    ...{ ask, records, ended },
    callbacksLeft: () => callbacksLeft(db, name),
    books: () => recount(db, clientId),
    state: () => campaignState(db, campaign),
  };
}

/** What was heard, by the kind of each sound and whether it was heard to its end. */
export function namesOf(call: DoubleCall | undefined): string[] {
  return (call?.heard ?? []).map(({ what }) => {
    const [, kind = what] =
      /\/sounds\/((?:message|account)\.\d+\.\d+|prompt\.[\w-]+|\w+)/.exec(what) ?? [];
    return kind.replace(/^message\.\d+\./, 'message ').replace('prompt.', '');
  });
}
