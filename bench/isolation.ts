/**
 * One client never holds up another: how many calls a client places while another one's campaign is
 * locked by a psql session, against the same time without the lock, in turns; how long its STOP takes;
 * and how long its one word waits for the voice while another client has a long text spoken.
 *
 *   node bench/isolation.ts [rounds=3] [seconds=14]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { asClient } from '../src/db/database.ts';
import { requestStart } from '../src/db/queries/campaign-run.ts';
import { voices } from '../src/domain/speech/voices.ts';
import { speakerPool } from '../src/speech/speaker-pool.ts';
import {
  inboundText,
  makeTexting,
  quietReaders,
  textingNumberOf,
  watchedCarrier,
} from '../test/engine/text-world.ts';
import { type Campaign, makeCampaign, makeList, readCallLog } from '../test/engine/world.ts';
import { machineLine, type Site, siteClock, startSiteEngine, withSite } from './engine-site.ts';
import { median } from './median.ts';

const rounds = Number(process.argv[2] ?? 3);
const seconds = Number(process.argv[3] ?? 14);
const perMinute = 600;
const goal = 0.99;
let people = 0;

await withSite('isolation', async (site) => {
  console.log(machineLine());
  const { ratios, stops } = await calls(site);
  console.log(`longest wait of a STOP: ${Math.max(...stops).toFixed(0)} ms of ${stops.length}`);
  await speech();
  const sorted = ratios.toSorted((a, b) => a - b);
  const middle = median(ratios);
  console.log(`spread ${sorted.map((ratio) => ratio.toFixed(3)).join(' ')}`);
  const met = middle >= goal && middle <= 2 - goal;
  console.log(
    `calls beside a locked client: ratio ${middle.toFixed(3)} (goal ${goal}) ${met ? 'met' : 'missed'}`,
  );
  process.exitCode = met ? 0 : 1;
});

async function calls(site: Site): Promise<{ ratios: number[]; stops: number[] }> {
  const { db, folder } = site;
  const slow = await running(site);
  const quick = await running(site);
  const texting = await makeTexting(db, { clientId: quick.clientId });
  const textingNumber = await textingNumberOf(db, texting);
  const clock = siteClock(1);
  const texts = watchedCarrier({ ...clock, advance() {} }, folder, quietReaders);
  // A locked client's campaign is an error each time that it is due.
  const engine = startSiteEngine(site, clock, { text: texts, logLevel: 'silent' });
  const placed = () =>
    readCallLog(folder).filter(({ attemptId }) => attemptId.startsWith(`${quick.clientId}-`))
      .length;
  const stop = async () => {
    people += 1;
    const phone = `1212777${String(people).padStart(4, '0')}`;
    const began = performance.now();
    texts.emit(
      inboundText({
        ...{ ref: `stop-${people}`, phone, textingNumber, at: clock.now(), body: 'STOP' },
      }),
    );
    while (!(await isListed(site, quick.clientId, phone))) await sleep(5);
    return performance.now() - began;
  };
  await sleep(3_000);
  const ratios: number[] = [];
  const stops: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const counted = async (letGo: () => Promise<void>) => {
      const before = placed();
      await sleep((seconds * 1_000) / 2);
      stops.push(await stop());
      await sleep((seconds * 1_000) / 2);
      const count = placed() - before;
      await letGo();
      return count;
    };
    const free = await counted(async () => {});
    const locked = await counted(await lock(site, slow));
    ratios.push(locked / free);
    console.log(`round ${round}: ${free} calls, ${locked} beside a locked client`);
  }
  await engine.stop();
  return { ratios, stops };
}

async function running({ db }: Site): Promise<Campaign> {
  const campaign = await makeCampaign(db, { callsPerMinute: perMinute });
  await makeList(db, campaign, { entries: (rounds * 2 + 2) * (seconds + 4) * (perMinute / 60) });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  return campaign;
}

async function lock({ db }: Site, { campaignId }: Campaign): Promise<() => Promise<void>> {
  const session = new pg.Client(db.connection);
  await session.connect();
  await session.query('BEGIN');
  await session.query('SELECT FROM campaign WHERE campaign_id = $1 FOR UPDATE', [campaignId]);
  return () => session.end();
}

async function isListed({ db }: Site, clientId: number, phone: string): Promise<boolean> {
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT FROM do_not_call WHERE client_id = $1 AND phone = $2', [clientId, phone]),
  );
  return rows.length > 0;
}

/** One word, alone and while another client has some minutes spoken. */
async function speech(): Promise<void> {
  const [voice] = voices;
  if (!voice) throw new Error('There is no voice.');
  const pool = speakerPool({ size: 2 });
  const hello = async () => {
    const began = performance.now();
    await pool.speak('Hello', voice, { clientId: 2 });
    return performance.now() - began;
  };
  await hello();
  const alone = await hello();
  const long = pool.speak('9'.repeat(2_000), voice, { clientId: 1 });
  await sleep(50);
  const beside = await hello();
  console.log(
    `one word: ${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside 2,000 digits`,
  );
  const refused = await pool.speak('9'.repeat(4_000), voice).catch((error: Error) => error.message);
  console.log(`4,000 digits: ${String(refused)}`);
  await long;
  await pool.close();
}
