/**
 * `npm run demo:make [-- --seed WORDS] [--scale 0.1] [--days 30] [--to FILE]`: runs the engine through the demo's thirty days in
 * virtual time and writes src/cli/demo/history.bin. To be run again when a migration adds a column that
 * the file must have; a test says so.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Temporal } from 'temporal-polyfill';
import { ensureDemoClient } from '../../src/cli/demo/demo-client.ts';
import { packHistory } from '../../src/cli/demo/history-format.ts';
import { asPlatform } from '../../src/db/database.ts';
import { setBrakeLimits } from '../../src/db/queries/brake.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { takeOverIds } from '../../test/simulation/virtual-ids.ts';
import { openDesk } from './desk.ts';
import { encodeHistory } from './encode-history.ts';
import { drawPeople } from './people.ts';
import { type Raw, readTables } from './read-tables.ts';
import { type Deed, endOfStory, lastDay, tellStory } from './story.ts';
import { openWorld, type World } from './world.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'demo' },
    scale: { type: 'string', default: '1' },
    days: { type: 'string', default: '30' },
    to: { type: 'string' },
  },
});

const target =
  values.to ?? fileURLToPath(new URL('../../src/cli/demo/history.bin', import.meta.url));
/** Fewer than the story has: only these, to try the maker. */
const days = Number(values.days);
const firstDay = Temporal.PlainDate.from('2025-06-17');
const password = 'plum kettle 4471 harbor';
/** Between two ticks: while calls and texts go out, and the most while numbers only wait. */
const step = { busy: 5_000, longest: 300_000 };
/** So many ticks without a new call: by then the last ones have ended. */
const still = 24;
/** So long after the last call, texts may still come in. */
const echo = 15 * 60_000;

const instantOf = (day: number, minute: number) =>
  firstDay
    .add({ days: day })
    .toZonedDateTime({
      timeZone: 'America/New_York',
      plainTime: { hour: Math.floor(minute / 60), minute: minute % 60 },
    })
    .toInstant().epochMilliseconds;

takeOverIds(values.seed);
const world = await openWorld(values.seed, instantOf(0, 9 * 60));
try {
  const { db, mood, letters } = world;
  const made = { dataFolder: world.folder, demoPassword: password, demo: 'empty' as const };
  await ensureDemoClient(db, made);
  await world.render();
  await world.leaveLowIds();
  const desk = await openDesk(world.url, password);
  await asPlatform(db, (tx) =>
    setBrakeLimits(tx, desk.clientId, { failed: 0.35, optOuts: 0.05, textErrors: 0.25 }),
  );
  const random = seededRandom(`${values.seed}/story`);
  const people = drawPeople(random);
  const scale = Number(values.scale);
  const write = (letter: Parameters<typeof letters.write>[0]) => letters.write(letter);
  const deeds = await tellStory({ desk, random, people, mood, scale, write });
  await play(
    world,
    deeds.filter(({ day }) => day < days),
  );
  const raw = await readTables(world, desk.clientId);
  if (days > lastDay) refuseIncomplete(raw);
  const day = Date.parse(firstDay.add({ days: lastDay }).toString()) / 86_400_000;
  const file = packHistory(encodeHistory(raw, day));
  writeFileSync(target, file);
  say(`${target}: ${(file.length / 1e6).toFixed(2)} MB`);
} finally {
  await world.close();
}

async function play(running: World, deeds: readonly Deed[]): Promise<void> {
  const began = performance.now();
  const end = instantOf(Math.min(lastDay, days - 1), endOfStory);
  let day = -1;
  let quietFrom = 0;
  let [seen, idle] = [0, 0];
  for (const next of [...deeds, undefined]) {
    const until = next ? instantOf(next.day, next.minute) : end;
    while (running.clock.now() < until) {
      await running.engine.tick();
      const now = running.clock.now();
      const isBusy = running.engine.isBusy();
      idle = running.mood.handedOver === seen ? idle + 1 : 0;
      seen = running.mood.handedOver;
      if (idle === 0) quietFrom = now + echo;
      const wanted = idle < still ? step.busy : step.longest;
      running.advance(Math.min(isBusy || now < quietFrom ? wanted : until - now, until - now));
    }
    if (!next) return;
    if (next.day !== day) {
      day = next.day;
      say(`day ${day} after ${Math.round((performance.now() - began) / 1_000)} s`);
    }
    await next.do();
    quietFrom = running.clock.now() + echo;
    idle = 0;
    await running.engine.tick();
  }
}

/** What the story promises must have come about: chance decides when a brake acts. */
function refuseIncomplete({ tables }: Raw): void {
  const campaigns = tables.find(({ name }) => name === 'campaign');
  const reasons = campaigns?.rows.map((row) => row.join(' ')) ?? [];
  if (!reasons.some((text) => text.includes('brake_stopped'))) {
    throw new Error('The brake stopped no campaign. Try another --seed.');
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
