/** An engine that goes on with what another one had says so in the log, by that one's name. */
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();
const clock = virtualClock(afternoon);
const folder = temporaryFolder();
const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
});

interface Line {
  level: number;
  msg: string;
  from?: string | null;
}

function joins(name: string) {
  const lines: Line[] = [];
  const stream = { write: (text: string) => void lines.push(JSON.parse(text)) };
  const self = { name, carrierName: name, host: 'here', version: '1.0.0' };
  const deps = { self, log: pino({ level: 'info' }, stream) };
  const { engine, run } = makeEngine(db, { clock, folder, deps });
  engines.push(engine);
  const logged = () =>
    lines
      .filter(({ msg }) => msg === 'took over a campaign')
      .map(({ level, from }) => `${pino.levels.labels[level]}: ${from}`);
  return { engine, run, logged };
}

/** In the database's time: as if it had been silent for this long. */
const dies = () =>
  asPlatform(db, async (tx) => {
    await tx.run(`UPDATE campaign_lease SET until = until - interval '20 seconds'`);
    await tx.run(`UPDATE engine SET until = until - interval '20 seconds'`);
  });

test('of one that died a warning, of one that let go of it in order not; a start says nothing', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 60 });
  await makeList(db, campaign, { entries: 500, firstPhone: 13_032_000_000 });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  const west = joins('west');
  await west.run(2_000);
  expect(west.logged()).toEqual([]);
  await dies();
  // It is gone without a trace.
  engines.splice(0);

  const east = joins('east');
  await east.run(2_000);
  expect(east.logged()).toEqual(['warn: west']);
  await dies();
  engines.splice(0);

  // The same name again: its own row of before is gone by then.
  const again = joins('east');
  await again.run(2_000);
  expect(again.logged()).toEqual(['warn: east']);
  await again.engine.stop();
  engines.splice(0);

  const north = joins('north');
  await north.run(2_000);
  // Who ends in order takes his row away.
  expect(north.logged()).toEqual(['info: null']);

  const south = joins('south');
  await south.run(500);
  await north.engine.stop();
  engines.shift();
  await south.run(4_000);
  expect(south.logged()).toEqual(['info: north']);
});
