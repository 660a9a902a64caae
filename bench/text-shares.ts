/**
 * How campaigns share what a carrier takes: the real engine and its database, over SMPP to an SMSC
 * that takes 5 or 50 messages in each whole second and refuses the rest (0x58), with the rate set
 * (`--per-second`) and found by being refused (0); 1, 3, 10 and 30 campaigns of 1 and 3 clients, each
 * of which wants more than all of it. And of Twilio's texts and calls and Asterisk's calls the
 * same, over their own pace. Reported of each: what all have together of what is granted, the longest
 * stop of all, the longest that one campaign waited beyond its own interval, and the least and the
 * most of a campaign's part of its client's part.
 *
 *   node bench/text-shares.ts [seconds=25] [settling=10]
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { openSmpp } from '../src/carriers/smpp/carrier.ts';
import { type SmppSettings, smppSettings } from '../src/carriers/smpp/settings.ts';
import { status } from '../src/carriers/smpp/status.ts';
import { asClient, asPlatform, type Database } from '../src/db/database.ts';
import { requestStart } from '../src/db/queries/campaign-run.ts';
import type { SimMs } from '../src/domain/milliseconds.ts';
import { makeTexting } from '../test/engine/text-world.ts';
import { type Campaign, makeList, makeTestClient } from '../test/engine/world.ts';
import { startSmsc } from '../test/smpp/smsc.ts';
import { machineLine, type Site, siteClock, startSiteEngine, withSite } from './engine-site.ts';
import { type Shares, sharesOf } from './shares.ts';
import { voiceShares } from './voice-shares.ts';

const seconds = Number(process.argv[2] ?? 25);
const settling = Number(process.argv[3] ?? 10);
const goal = 0.95;
const longestStop = 2;

/** One list that no campaign comes to the end of, with numbers of its own. */
let firstPhone = 12_122_000_000;

console.log(machineLine());
let worst = Number.POSITIVE_INFINITY;
let stop = 0;
for (const perSecond of [5, 50]) {
  for (const set of [perSecond, 0]) {
    for (const clients of [1, 3]) {
      for (const campaigns of [1, 3, 10, 30]) {
        if (campaigns < clients) continue;
        const shares = await withSite('shares', (site) =>
          textRun(site, { perSecond, set, clients, campaigns }),
        );
        const name = `SMPP, ${perSecond} a second, --per-second=${set}, ${clients} clients`;
        note({ ...shares, line: `${name}, ${campaigns} campaigns: ${shares.line}` });
      }
    }
  }
}
for (const shares of await voiceShares(seconds)) note(shares);
console.log(`longest stop: ${stop.toFixed(1)} s (goal: at most ${longestStop} s)`);
const met = worst >= goal && stop <= longestStop;
console.log(
  `text shares: ratio ${worst.toFixed(2)} (goal ${goal.toFixed(2)}) ${met ? 'met' : 'missed'}`,
);
process.exitCode = met ? 0 : 1;

function note(shares: Shares): void {
  worst = Math.min(worst, shares.ratio);
  stop = Math.max(stop, shares.stop, shares.wait);
  console.log(shares.line);
}

interface Run {
  perSecond: number;
  set: number;
  clients: number;
  campaigns: number;
}

async function textRun(site: Site, { perSecond, set, clients, campaigns }: Run) {
  const { db } = site;
  const counted = { second: 0, used: 0, refused: 0 };
  const smsc = await startSmsc({
    fate() {
      const second = Math.floor(performance.now() / 1_000);
      if (second !== counted.second) Object.assign(counted, { second, used: 0 });
      counted.used += 1;
      if (counted.used <= perSecond) return { respondAfter: 5 };
      counted.refused += 1;
      return { refuse: status.throttled };
    },
  });
  const senders = new Map<string, { clientId: number; campaignId: number }>();
  const ids: number[] = [];
  for (let n = 0; n < clients; n += 1) ids.push(await makeTestClient(db));
  const made: Campaign[] = [];
  for (let n = 0; n < campaigns; n += 1) {
    const clientId = ids[n % clients] ?? 0;
    const campaign = await makeTexting(db, { clientId, textPerMinute: perSecond * 60 * 2 });
    const entries = perSecond * (seconds + settling) * 2;
    await makeList(db, campaign, { entries, firstPhone });
    for (let at = 0; at < entries; at += 1) senders.set(String(firstPhone + at), campaign);
    firstPhone += 100_000;
    made.push(campaign);
  }
  await asPlatform(db, (tx) => tx.run(`UPDATE client SET text_carrier = 'smpp'`));
  const clock = siteClock(1);
  const route = openRoute(site, smsc.port, { perSecond: set }, clock);
  const engine = startSiteEngine(site, clock, { text: route.text });
  while (!route.text.connected()) await sleep(10);
  await sayConnected(db);
  for (const { clientId, campaignId } of made) await requestStart(db, clientId, campaignId);
  // A busy machine takes some seconds to start thirty of them.
  const begun = () => new Set(smsc.taken.map(({ to }) => senders.get(to)?.campaignId)).size;
  for (const end = Date.now() + 60_000; begun() < made.length; await sleep(100)) {
    if (Date.now() > end) throw new Error(`${begun()} of ${made.length} campaigns began.`);
  }
  await sleep(settling * 1_000);
  const from = Date.now();
  counted.refused = 0;
  await sleep(seconds * 1_000);
  const until = Date.now();
  const events = smsc.taken
    .filter(({ at }) => at >= from && at < until)
    .map(({ at, to }) => ({ at, ...(senders.get(to) ?? { clientId: 0, campaignId: 0 }) }));
  const gaveBack = await givenBack(site, ids);
  await engine.stop();
  await route.close();
  await smsc.close();
  const shares = sharesOf(events, made, { from, until, perSecond });
  return {
    ...shares,
    line: `${shares.line}, ${counted.refused} refused, ${gaveBack} given back`,
  };
}

/** As an engine reports the carriers that it has open; a campaign is not started without it. */
async function sayConnected(db: Database): Promise<void> {
  await asPlatform(db, async (tx) => {
    await tx.run(`INSERT INTO carrier (name, kind) VALUES ('smpp', 'smpp')`);
    await tx.run(
      `INSERT INTO carrier_state (carrier_id, engine_id, connected, since, seen_at)
       SELECT carrier_id, 'bench', true, now(), now() + interval '1 hour' FROM carrier`,
    );
  });
}

function openRoute(
  site: Site,
  port: number,
  settings: Partial<SmppSettings>,
  clock: { now(): SimMs },
) {
  const account = { host: '127.0.0.1', port, systemId: 'bench', password: 'bench' };
  const log = { info() {}, warn() {}, error() {} };
  return openSmpp(
    { ...smppSettings.parse(account), ...settings },
    {
      ...{ name: 'smpp', engineName: 'bench', log, dataFolder: site.folder },
      ...{ clock, randomOf: () => ({ next: () => 0.5, between: (low) => low }) },
    },
  );
}

/** Entries that went back into their list since the beginning and wait in it. */
async function givenBack({ db }: Site, clients: readonly number[]): Promise<number> {
  let sum = 0;
  for (const clientId of clients) {
    const row = await asClient(db, clientId, (tx) =>
      tx.row<{ n: number }>(
        `SELECT count(*)::int AS n FROM list_entry
         WHERE client_id = $1 AND state = 0 AND reason IS NOT NULL`,
        [clientId],
      ),
    );
    sum += row?.n ?? 0;
  }
  return sum;
}
