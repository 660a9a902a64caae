/** The real engine in real time, the real API with its sounds, a real database, and the double. */

import { tmpdir } from 'node:os';
import pino from 'pino';
import { twilioKind } from '../../src/carriers/twilio/kind.ts';
import type { StoredNote } from '../../src/contract/note.ts';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { insertCarrier, removeCarrier } from '../../src/db/queries/carrier.ts';
import { soundTokens } from '../../src/db/sound-token.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { encodeWav } from '../../src/domain/sound/wav.ts';
import { callSoundUrls } from '../../src/engine/call-sound-url.ts';
import { callbackSource } from '../../src/engine/carriers/callback-source.ts';
import { startCarriers } from '../../src/engine/carriers/start.ts';
import { startEngine } from '../../src/engine/start.ts';
import { makeLinkback } from '../engine/linkback-world.ts';
import { recount } from '../engine/recount.ts';
import {
  afternoon,
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
import { publicUrl, settingTexts, surroundings } from './open-carrier.ts';
import type { Site } from './texting-world.ts';

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

/** A voice campaign on the double; `begin` starts it. */
export async function callingByTwilio(db: Database, { api, double }: Site, wish: CallingWish) {
  made += 1;
  const name = `twilio-calls-${made}`;
  const { authToken, ...settings } = settingTexts(double, {
    callsPerSecond: '50',
    ...wish.settings,
  });
  await asPlatform(db, (tx) =>
    insertCarrier(tx, api.deps.vault, 'twilio', { name, settings, secrets: { authToken } }),
  );
  const clientId = await makeTestClient(db);
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET voice_carrier = $2 WHERE client_id = $1', [clientId, name]),
  );
  const customerMessage = await messageOf(db, clientId, wish.customerMs ?? 1_200);
  const machineMs = wish.machineMs === undefined ? 1_100 : wish.machineMs;
  const messages = { customerMessage, machineMessage: await messageOf(db, clientId, machineMs) };
  const agentMs = wish.agentMs === undefined ? 1_000 : wish.agentMs;
  const agentMessage = wish.agent ? await messageOf(db, clientId, agentMs) : null;
  const campaign = wish.agent
    ? await makeLinkback(db, { clientId, ...messages, agentMessage, agentCount: 1 })
    : await makeCampaign(db, {
        clientId,
        ...messages,
        callsPerMinute: wish.callsPerMinute ?? 3_000,
      });
  await makeList(db, campaign, { entries: wish.callees.length, firstPhone: wish.firstPhone });
  const numbers = wish.callees.map((_, at) => `+${wish.firstPhone + at}`);
  for (const [at, number] of numbers.entries()) double.callees.set(number, wish.callees[at] ?? {});
  if (wish.agent) double.callees.set(linkbackNumber, wish.agent);
  if (!double.account.numbers.some(({ phone }) => phone === shown)) double.addNumber(shown, '');

  const clock = runningClock(afternoon);
  let lives = 0;

  /** An engine process of its own, as main.ts puts it together. */
  const start = async () => {
    lives += 1;
    const engineName = `${name}-${lives}`;
    const log = pino({ level: process.env.ENGINE_TEST_LOG ?? 'silent' });
    const metrics = createMetrics();
    const running = await startCarriers({
      ...{ db, log, engineName, vault: api.deps.vault, metrics, kinds },
      surroundingsOf: (of) =>
        surroundings(of, {
          ...{ clock, engineName, log, dataFolder: tmpdir(), callbacks: callbackSource(db, of) },
          soundUrl: callSoundUrls(soundTokens(vault.key), api.url),
        }),
    });
    const { carriers, textCarriers } = running;
    await until(() => carriers.get(name)?.connected() || undefined);
    const engine = startEngine({
      ...{ db, vault, clock, log, metrics, carriers, textCarriers, leaseSeconds: 2 },
    });
    return {
      carriers: running,
      async stop() {
        await engine.stop();
        await running.stop();
      },
    };
  };
  const request = () => requestStart(db, clientId, campaign.campaignId);
  const begin = async () => {
    const life = await start();
    await request();
    return life;
  };
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
      return all.length === wish.callees.length ? all : undefined;
    }, seconds);
  const callsTo = (number: string | undefined) =>
    double.calls.all.filter(({ to }) => to === number).reverse();
  const callbacksLeft = () =>
    asPlatform(db, async (tx) => {
      const row = await tx.row<{ n: number }>(
        'SELECT count(*)::int AS n FROM carrier_callback WHERE carrier = $1',
        [name],
      );
      return row?.n ?? 0;
    });
  return {
    ...{
      ...campaign,
      name,
      numbers,
      start,
      begin,
      request,
      ask,
      records,
      ended,
      callsTo,
      callbacksLeft,
    },
    ...{ customerMessage, machineMessage: messages.machineMessage, agentMessage, publicUrl },
    /** Of a number's only call. */
    heardBy: (number: string | undefined) => namesOf(callsTo(number)[0]),
    books: () => recount(db, clientId),
    state: () => campaignState(db, campaign),
    end: () => asPlatform(db, (tx) => removeCarrier(tx, name)),
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
