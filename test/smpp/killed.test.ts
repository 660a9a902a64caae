/** Engines on a surviving SMSC, killed one after the other in mid-campaign. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { insertCarrier } from '../../src/db/queries/carrier.ts';
import { killOneByOne } from '../engine/kill-run.ts';
import { recount } from '../engine/recount.ts';
import { makeTexting, textingNumberOf } from '../engine/text-world.ts';
import { campaignState, makeList, vault } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import type { KilledSettings } from './killed-child.ts';
import { smscOf, temporary } from './open-route.ts';
import type { Smsc } from './smsc.ts';
import { inboundBody } from './smsc-bodies.ts';
import type { Fate } from './smsc-fate.ts';
import { allEnded, sayConnected } from './texting-world.ts';

const file = fileURLToPath(new URL('./killed-child.ts', import.meta.url));
const entries = 1_000;
const kills = 8;
const firstPhone = 13_034_100_000;
const words = 'Your balance is due.';
const phoneOf = (entry: number) => String(firstPhone + entry);

/** An SMSC that accepts every text after a while, and keeps delivering while no engine is bound. */
async function patientSmsc() {
  const met = {
    receipts: 0,
    receiptsWhileDead: 0,
    receiptsReceived: 0,
    failing: new Set<string>(),
  };
  const isDead = () => ![...smsc.sessions].some((one) => one.bound);
  const fate = (): Fate => {
    const n = smsc.taken.length + 1;
    met.receipts += 1;
    setTimeout(() => void deliver(n), 50 + (n % 7) * 100);
    return { respondAfter: 5 + (n % 5) * 10 };
  };
  async function deliver(n: number): Promise<void> {
    const fails = n % 9 === 0;
    const { to, text } = smsc.taken[n - 1] ?? { to: '', text: '' };
    if (fails && text === words) met.failing.add(to);
    if (isDead()) met.receiptsWhileDead += 1;
    await smsc.sendReceipt(n, fails ? 'UNDELIV' : 'DELIVRD');
    met.receiptsReceived += 1;
  }
  const smsc: Smsc = await smscOf({ password: 'secret', fate });
  return { smsc, met };
}

/** Redelivers until it gets a response, like an SMSC. */
async function sayStop(smsc: Smsc, person: string, sender: string): Promise<void> {
  while ((await smsc.deliver(inboundBody(person, sender, 'STOP'))) !== 0) await sleep(20);
}

interface Killing {
  entries: number;
  kills: number;
  wrong?: KilledSettings['wrong'];
}

async function campaignKilled(smsc: Smsc, { entries, kills, wrong }: Killing) {
  const db = await freshDatabase();
  const route = { host: '127.0.0.1', port: String(smsc.port), systemId: 'acme' };
  await asPlatform(db, (tx) =>
    insertCarrier(tx, vault, 'smpp', {
      ...{ name: 'main', settings: route, secrets: { password: 'secret' } },
    }),
  );
  const campaign = await makeTexting(db, { textPerMinute: 6_000, message: words });
  const { clientId, campaignId } = campaign;
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET text_carrier = 'main' WHERE client_id = $1`, [clientId]),
  );
  await makeList(db, campaign, { entries, firstPhone });
  await sayConnected(db, 'main');
  await requestStart(db, clientId, campaignId);
  const settings = { url: db.url, folder: temporary(), began: Date.now(), leaseSeconds: 1 };
  const seed = `smpp kills ${wrong}`;
  const killing = { kills, seed, file, lives: [1_200, 2_400] as const };
  const last = killOneByOne({ ...settings, clientId, wrong }, killing);
  const ask = <Row>(sql: string) => asClient(db, clientId, (tx) => tx.rows<Row>(sql));
  const sender = await textingNumberOf(db, campaign);
  return { db, campaign, clientId, last, ask, sender };
}

const campaignTexts = ({ taken }: Smsc) => taken.filter(({ text }) => text === words);
const duplicates = (smsc: Smsc) => {
  const texts = campaignTexts(smsc);
  return texts.length - new Set(texts.map(({ to }) => to)).size;
};

test('an engine killed 8 times texts nobody twice over SMPP, settles every receipt that came while it was dead, and texts nobody after the confirmation of a STOP', async () => {
  const { smsc, met } = await patientSmsc();
  const run = await campaignKilled(smsc, { entries, kills });
  const { db, campaign, clientId, ask } = run;
  await until(() => smsc.taken.length > 40 || undefined);
  // Some were texted already, most wait in their contact list.
  const stoppers = Array.from({ length: 30 }, (_, n) => phoneOf(n * 20));
  const stops = stoppers.map(async (person, n) => {
    await sleep(n * 200);
    await sayStop(smsc, person, run.sender);
  });
  const last = await run.last;
  expect((await campaignState(db, campaign)).completed).toBe(false);
  await until(async () => (await campaignState(db, campaign)).completed || undefined, 90);
  await Promise.all(stops);
  /** Compares the log of the SMSC with our records, person by person. */
  const wrongBooks = async () => {
    const books = await ask<{ phone: string; result: string }>('SELECT phone, result FROM attempt');
    const taken = new Set(campaignTexts(smsc).map(({ to }) => to));
    // Where both responses were lost, nobody can say which of the two a receipt is for.
    const lostReplies = await ask<{ phone: string }>(
      'SELECT phone FROM text_reply WHERE submitted_at IS NOT NULL AND carrier_ref IS NULL',
    );
    const unclear = new Set(lostReplies.map(({ phone }) => phone));
    return books.filter(({ phone, result }) => {
      if (!taken.has(phone)) return result !== 'unknown';
      if (unclear.has(phone) && result === 'unknown') return false;
      return result !== (met.failing.has(phone) ? 'failed' : 'delivered');
    });
  };
  const open = async () =>
    (await ask('SELECT 1 FROM text_reply WHERE submitted_at IS NULL')).length;
  await until(async () => (await open()) === 0 || undefined);
  await until(() => met.receiptsReceived === met.receipts || undefined);
  // Completed does not wait for receipts, and an early receipt is matched a moment later.
  const unended = () => ask('SELECT FROM attempt WHERE finished_at IS NULL LIMIT 1');
  await until(async () => (await unended()).length === 0 || undefined);
  await until(async () => (await wrongBooks()).length === 0 || undefined).catch(() => {});
  await last.kill();

  const texts = campaignTexts(smsc);
  const taken = new Set(texts.map(({ to }) => to));
  expect(duplicates(smsc)).toBe(0);
  // One may have been killed before it was bound.
  expect(smsc.counts.binds).toBeGreaterThan(kills / 2);
  expect(met.receiptsWhileDead).toBeGreaterThan(10);
  const [{ attempts = 0 } = {}] = await ask<{ attempts: number }>(
    'SELECT count(*)::int AS attempts FROM attempt',
  );
  expect(await recount(db, clientId)).toEqual(allEnded(attempts));
  expect(await wrongBooks()).toEqual([]);
  expect(texts.length).toBeGreaterThan(entries - stoppers.length - kills * 30);

  const stored = await ask<{ phone: string }>('SELECT phone FROM inbound_text ORDER BY phone');
  expect(stored.map(({ phone }) => phone)).toEqual(stoppers);
  const replies = smsc.taken.filter(({ text }) => text !== words);
  expect(new Set(replies.map(({ to }) => to)).size).toBe(replies.length);
  // What a killed engine was about to submit is never sent.
  expect(replies.length).toBeGreaterThan(stoppers.length / 3);
  const late = replies.filter((reply) =>
    smsc.taken.slice(smsc.taken.indexOf(reply) + 1).some(({ to }) => to === reply.to),
  );
  expect(late).toEqual([]);
  expect(stoppers.filter((person) => taken.has(person)).length).toBeLessThan(stoppers.length);
}, 180_000);

test('a build that takes what a killed engine had in flight for "not sent" is caught by the log of the SMSC', async () => {
  const { smsc } = await patientSmsc();
  const { last } = await campaignKilled(smsc, { entries, kills: 3, wrong: 'sends again' });
  await until(() => duplicates(smsc) > 0 || undefined, 60);
  await (await last).kill();
}, 120_000);

test('a build that responds to a receipt before it has stored it is caught by texts that never end', async () => {
  const { smsc, met } = await patientSmsc();
  const run = await campaignKilled(smsc, { entries: 400, kills: 3, wrong: 'acknowledges early' });
  const last = await run.last;
  const waiting = async () =>
    (await run.ask<{ n: number }>('SELECT count(*)::int AS n FROM attempt'))[0]?.n !== 400;
  await until(async () => !(await waiting()) || undefined, 60);
  await until(() => met.receiptsReceived === met.receipts || undefined);
  await sleep(2_000);
  const left = await run.ask('SELECT 1 FROM attempt WHERE result IS NULL');
  expect(left.length).toBeGreaterThan(0);
  await last.kill();
}, 120_000);
