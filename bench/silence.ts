/**
 * From stop to silence: from the moment at which a stop of a campaign is confirmed to the last call
 * (or text) of it that the simulated carrier's log holds. Two campaigns of calls and two of texts
 * run at once at a high rate in real time; each is stopped and started again some times.
 *
 *   node bench/silence.ts [a minute, each=24000] [rounds=10]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { asClient } from '../src/db/database.ts';
import { requestStart, requestStop } from '../src/db/queries/campaign-run.ts';
import { makeTexting } from '../test/engine/text-world.ts';
import { type Campaign, makeCampaign, makeList, readCallLog } from '../test/engine/world.ts';
import { machineLine, type Site, siteClock, startSiteEngine, withSite } from './engine-site.ts';

const perMinute = Number(process.argv[2] ?? 24_000);
const rounds = Number(process.argv[3] ?? 10);
const kinds = ['call', 'call', 'text', 'text'] as const;
const goal = 1_000;
/** Silence is listened to for so long before the next start. */
const listenFor = 2_500;
const runFor = 2_000;

interface Stop {
  kind: 'call' | 'text';
  clientId: number;
  /** Epoch ms of the engine's clock: asked, confirmed, started again. */
  asked: number;
  confirmed: number;
  again: number;
}

await withSite('silence', async (site) => {
  const stops = await run(site);
  console.log(machineLine());
  for (const kind of ['call', 'text'] as const) report(site, kind, stops);
});

async function run(site: Site): Promise<Stop[]> {
  const { db } = site;
  const campaigns: Campaign[] = [];
  const most = Math.ceil((perMinute / 60) * rounds * 2 * ((runFor + 1_000) / 1_000));
  for (const [index, kind] of kinds.entries()) {
    const campaign =
      kind === 'text'
        ? await makeTexting(db, { textPerMinute: perMinute })
        : await makeCampaign(db, { callsPerMinute: perMinute });
    const firstPhone = 12_122_000_000 + index * 1_000_000;
    await makeList(db, campaign, { entries: most, firstPhone });
    campaigns.push(campaign);
  }
  const engine = startSiteEngine(site, siteClock(1));
  const stops: Stop[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { clientId, campaignId } of campaigns) await requestStart(db, clientId, campaignId);
    await sleep(runFor + 137 * round);
    const made = await Promise.all(
      campaigns.map(async ({ clientId, campaignId }, index) => {
        const asked = engine.clock.now();
        await asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
        const kind = kinds[index] ?? 'call';
        return { kind, clientId, asked, confirmed: engine.clock.now(), again: 0 };
      }),
    );
    await sleep(listenFor);
    const again = engine.clock.now();
    stops.push(...made.map((stop) => ({ ...stop, again })));
  }
  await engine.stop();
  return stops;
}

function report({ folder }: Site, kind: Stop['kind'], stops: readonly Stop[]): void {
  const own = stops.filter((stop) => stop.kind === kind);
  const lines = readCallLog(folder).filter((line) => line.kind === kind);
  const times = new Map<number, number[]>();
  for (const { clientId } of own) {
    const of = lines.filter((line) => line.attemptId.startsWith(`${clientId}-`));
    times.set(
      clientId,
      of.map((line) => Date.parse(line.at)),
    );
  }
  const silences: number[] = [];
  let after = 0;
  for (const { clientId, confirmed, again, asked } of own) {
    const all = times.get(clientId) ?? [];
    if (!all.some((at) => at > asked - 500 && at <= confirmed)) {
      throw new Error('A campaign was silent before it was stopped.');
    }
    const late = all.filter((at) => at > confirmed && at < again);
    after += late.length;
    silences.push(Math.max(0, ...late.map((at) => at - confirmed)));
  }
  silences.sort((one, other) => one - other);
  const worst = silences.at(-1) ?? 0;
  const slowest = Math.max(...own.map(({ asked, confirmed }) => confirmed - asked));
  const median = silences[Math.floor(silences.length / 2)] ?? 0;
  const running = (lines.length / ((rounds * runFor) / 1_000)).toFixed(0);
  console.log(
    `${kind}s, about ${running}/s: from the confirmed stop to the last one submitted: worst ${worst} ms, ` +
      `median ${median} ms of ${silences.length} stops, ${after} ${kind}s after a confirmation; ` +
      `confirmed after at most ${slowest} ms; ` +
      `ratio ${(worst / goal).toFixed(2)} of the ${goal} ms allowed`,
  );
}
