/**
 * What the journal beside the database costs: whole attempts a second of an engine with a witness (its
 * journal, its mark and the world that each claim asks for) against one without, in turns in one run.
 *
 *   node bench/journal.ts [attempts of a run] [rounds]
 */
import pino from 'pino';
import { startWitness } from '../src/witness/witness.ts';
import { vault } from '../test/engine/world.ts';
import {
  machineLine,
  type Site,
  siteClock,
  startSiteEngine,
  untilCompleted,
  withSite,
} from './engine-site.ts';
import { conclude } from './goal.ts';
import { median } from './median.ts';
import { makeCampaigns, startCampaigns } from './site-campaigns.ts';

const attempts = Number(process.argv[2] ?? 30_000);
const rounds = Number(process.argv[3] ?? 5);
const goal = 0.97;
const campaigns = 4;
const speed = 60;
const perMinute = 100_000;

await withSite('journal', async (site) => {
  await engineRun(site, 0, false);
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    // Who begins takes turns: a later run works on larger tables.
    const first = round % 2 === 0;
    const one = await engineRun(site, 2 * round, first);
    const other = await engineRun(site, 2 * round + 1, !first);
    const [witnessed, bare] = first ? [one, other] : [other, one];
    ratios.push(witnessed / bare);
    console.log(
      `round ${round}: ${Math.round(witnessed)}/s with the journal, ${Math.round(bare)}/s without`,
    );
  }
  const middle = median(ratios);
  console.log(machineLine());
  console.log(
    `spread ${ratios
      .toSorted((a, b) => a - b)
      .map((ratio) => ratio.toFixed(3))
      .join(', ')}`,
  );
  conclude({ what: 'journal', ratio: middle, goal, is: 'at least', digits: 3 });
});

/** @returns whole attempts a second */
async function engineRun(site: Site, run: number, witnessed: boolean): Promise<number> {
  const made = await makeCampaigns(site.db, {
    ...{ count: campaigns, entries: attempts / campaigns, callsPerMinute: perMinute },
    firstPhone: 12_122_000_000 + run * 5_000_000,
  });
  const witness = witnessed
    ? await startWitness({
        ...{ db: site.db, vault, dataFolder: site.folder },
        log: pino({ level: 'error' }),
        placesCalls: true,
        note: () => {},
      })
    : undefined;
  const db = witness ? { ...site.db, journal: witness } : site.db;
  const engine = startSiteEngine({ ...site, db }, siteClock(speed), witness ? { witness } : {});
  await startCampaigns(site.db, made);
  const start = performance.now();
  await untilCompleted(site, made);
  const seconds = (performance.now() - start) / 1_000;
  await engine.stop();
  await witness?.stop();
  return attempts / seconds;
}
