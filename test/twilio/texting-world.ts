/** The real engine, API and database around the double, as an operator runs them. */

import pino from 'pino';
import { twilioKind } from '../../src/carriers/twilio/kind.ts';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { insertCarrier, removeCarrier } from '../../src/db/queries/carrier.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { callbackSource } from '../../src/engine/carriers/callback-source.ts';
import { startCarriers } from '../../src/engine/carriers/start.ts';
import { recount } from '../engine/recount.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { makeTexting, textingNumberOf } from '../engine/text-world.ts';
import { afternoon, type Campaign, campaignState, makeList, vault } from '../engine/world.ts';
import { type TestApi, testApi } from '../harness/api.ts';
import { until } from '../harness/until.ts';
import { type TwilioDouble, twilioDouble } from './double/server.ts';
import { publicUrl, settingTexts, surroundings } from './open-carrier.ts';

const kinds = { twilio: twilioKind };

/** The API as carriers reach it, and a Twilio that calls it back. */
export async function twilioSite(db: Database): Promise<{ api: TestApi; double: TwilioDouble }> {
  const api = await testApi(db, {
    carrierKinds: kinds,
    publicUrl,
    vault,
    now: () => new Date(afternoon),
  });
  const double = await twilioDouble((url) => url.replace(publicUrl, api.url));
  return { api, double };
}

let made = 0;

/** A carrier as the operator adds it. */
export async function addCarrier(db: Database, site: Site): Promise<string> {
  made += 1;
  const name = `twilio-${made}`;
  await insertTwilio(db, site, name, { perSecond: '500' });
  return name;
}

export async function insertTwilio(
  db: Database,
  { api, double }: Site,
  name: string,
  more: Record<string, string>,
): Promise<void> {
  const { authToken, ...settings } = settingTexts(double, more);
  const carrier = { name, settings, secrets: { authToken } };
  await asPlatform(db, (tx) => insertCarrier(tx, api.deps.vault, 'twilio', carrier));
}

export interface Site {
  api: TestApi;
  double: TwilioDouble;
}

export interface TextingWish {
  entries: number;
  firstPhone: number;
  /** The engine's clock; one of its own by default. */
  time?: VirtualClock;
}

async function isConnected(db: Database, name: string, engineName: string): Promise<boolean> {
  const row = await asPlatform(db, (tx) =>
    tx.row<{ connected: boolean }>(
      `SELECT connected FROM carrier_state JOIN carrier USING (carrier_id)
       WHERE name = $1 AND engine_id = $2`,
      [name, engineName],
    ),
  );
  return row?.connected ?? false;
}

/** Webhooks that are stored and not handled yet. */
export function callbacksLeft(db: Database, name: string): Promise<number> {
  return asPlatform(db, async (tx) => {
    const row = await tx.row<{ n: number }>(
      'SELECT count(*)::int AS n FROM carrier_callback WHERE carrier = $1',
      [name],
    );
    return row?.n ?? 0;
  });
}

/** A campaign on the double, with the carrier of this name. */
interface Texting {
  db: Database;
  site: Site;
  name: string;
  campaign: Campaign;
  clock: VirtualClock;
}

/** A text campaign on the double; `begin` starts it. */
export async function textingByTwilio(db: Database, site: Site, wish: TextingWish) {
  const { double } = site;
  const name = await addCarrier(db, site);
  const campaign = await makeTexting(db, { textPerMinute: 6_000, message: 'Hello [first_name]' });
  const { clientId, campaignId } = campaign;
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET text_carrier = $2 WHERE client_id = $1', [clientId, name]),
  );
  await makeList(db, campaign, wish);
  const sender = `+${await textingNumberOf(db, campaign)}`;
  double.addNumber(sender, `${publicUrl}/carrier/${name}/inbound`);
  const clock = wish.time ?? virtualClock(afternoon);
  const texting: Texting = { db, site, name, campaign, clock };
  const start = engineProcesses(texting);
  /** The first life, with the campaign started. */
  const begin = async () => {
    const life = await start();
    await requestStart(db, clientId, campaignId);
    return life;
  };
  const end = () => asPlatform(db, (tx) => removeCarrier(tx, name));
  const sent = () =>
    double.account.messages.filter(
      (one) => one.direction === 'outbound-api' && one.from === sender,
    );
  return { ...campaign, name, sender, begin, start, end, sent, ...queriesOf(texting) };
}

/** Starts engine processes one after another, each with the carriers of the table open, on one clock. */
function engineProcesses({ db, site: { api }, name, clock }: Texting) {
  let polledAt = performance.now();
  let lives = 0;
  return async () => {
    lives += 1;
    const engineName = `${name}-${lives}`;
    const log = pino({ level: 'silent' });
    const { carriers, textCarriers, stop } = await startCarriers({
      ...{ db, log, engineName, vault: api.deps.vault, metrics: createMetrics(), kinds },
      surroundingsOf: (of) =>
        surroundings(of, { clock, engineName, callbacks: callbackSource(db, of) }),
    });
    await until(async () => (await isConnected(db, name, engineName)) || undefined);
    const deps = { carriers, textCarriers };
    const { engine } = makeEngine(db, { clock, deps });
    return {
      engine,
      /**
       * The webhooks come in real time, and their age is real: the engine's clock moves with each
       * poll, and never by less than real time has since the poll before, however far ahead it is:
       * otherwise the newest event would seem to be older.
       */
      until: (done: () => Promise<boolean> | boolean) =>
        until(async () => {
          const polled = performance.now();
          clock.advance(simMs(Math.max(50, Math.ceil(polled - polledAt))));
          polledAt = polled;
          await engine.tick();
          return (await done()) || undefined;
        }),
      async stop() {
        await engine.stop();
        await stop();
      },
    };
  };
}

/** What the database has of it. */
function queriesOf({ db, name, campaign }: Texting) {
  const { clientId } = campaign;
  const ask = <Row>(sql: string) => asClient(db, clientId, (tx) => tx.rows<Row>(sql));
  const results = async () => {
    const rows = await ask<{ result: string | null; n: number }>(
      'SELECT result, count(*)::int AS n FROM attempt GROUP BY result',
    );
    return Object.fromEntries(rows.map(({ result, n }) => [result ?? 'open', n]));
  };
  const doNotCall = async () => {
    const rows = await ask<{ phone: string; source: string }>(
      'SELECT phone, source FROM do_not_call ORDER BY phone',
    );
    return rows.map(({ phone, source }) => `${phone} ${source}`);
  };
  return {
    ...{ ask, results, doNotCall },
    callbacksLeft: () => callbacksLeft(db, name),
    books: () => recount(db, clientId),
    state: () => campaignState(db, campaign),
  };
}
