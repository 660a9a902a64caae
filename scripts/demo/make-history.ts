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
import { abandonment } from '../../src/cli/demo/sample.ts';
import { asPlatform } from '../../src/db/database.ts';
import { setAbandonmentRule } from '../../src/db/queries/abandonment.ts';
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
/**
 * Between two ticks: while calls and texts go out, of which an engine hands over no more than what is due
 * within a second; while the last ones end; and while numbers only wait, to whole minutes, at which
 * calling hours begin.
 */
const step = { placing: 1_000, busy: 5_000, waiting: 60_000 };
/** So long after the last call the next one may still follow at once, and so long its end may take. */
const still = { placing: 10_000, busy: 120_000 };
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
  await asPlatform(db, async (tx) => {
    await setBrakeLimits(tx, desk.clientId, { failed: 0.35, optOuts: 0.05, textErrors: 0.25 });
    await setAbandonmentRule(tx, desk.clientId, abandonment);
  });
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
  let [quietFrom, seen, lastCall] = [0, 0, 0];
  for (const next of [...deeds, undefined]) {
    const until = next ? instantOf(next.day, next.minute) : end;
    while (running.clock.now() < until) {
      await running.engine.tick();
      await running.keepForecasts();
      const now = running.clock.now();
      const isBusy = running.engine.isBusy();
      if (running.mood.handedOver !== seen) {
        seen = running.mood.handedOver;
        lastCall = now;
        quietFrom = now + echo;
      }
      const wanted = stepAt(now, now - lastCall);
      running.advance(Math.min(isBusy || now < quietFrom ? wanted : until - now, until - now));
    }
    if (!next) return;
    if (next.day !== day) {
      day = next.day;
      say(`day ${day} after ${Math.round((performance.now() - began) / 1_000)} s`);
    }
    await besides(running, next.do());
    lastCall = running.clock.now();
    quietFrom = lastCall + echo;
    await running.engine.tick();
  }
}

/** An opt-out is answered once the engine has seen it. */
async function besides(running: World, work: Promise<void>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => {});
  while (!isDone) {
    await running.engine.tick();
    await new Promise(setImmediate);
  }
  await done;
}

function stepAt(now: number, sinceCall: number): number {
  if (sinceCall < still.placing) return step.placing;
  return sinceCall < still.busy ? step.busy : step.waiting - (now % step.waiting);
}

/** What the story promises must have come about: chance decides when a brake acts. */
function refuseIncomplete({ tables }: Raw): void {
  const rowsOf = (table: string, column: string) => {
    const found = tables.find(({ name }) => name === table);
    const at = found?.columns.findIndex(({ name }) => name === column) ?? -1;
    return found?.rows.map((row) => row[at] ?? '') ?? [];
  };
  if (!rowsOf('campaign', 'reason').some((reason) => reason.includes('brake_stopped'))) {
    throw new Error('The brake stopped no campaign. Try another --seed.');
  }
  // An engine that begins with somebody else's calls says that it does not know how they ended.
  const [finished, accepted] = [
    rowsOf('attempt', 'finished_at'),
    rowsOf('attempt', 'receipt_until'),
  ];
  const open = finished.filter((instant, at) => !instant && !accepted[at]).length;
  if (open > 0) throw new Error(`Calls in progress at the end: ${open}.`);
  if (!rowsOf('forecast', 'ending').includes('completed')) {
    throw new Error('No forecast was compared with what came.');
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
