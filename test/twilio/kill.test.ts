import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { seededRandom } from '../../src/domain/random.ts';
import { killOneByOne } from '../engine/kill-run.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import type { TwilioDouble } from './double/server.ts';
import type { TwilioChildSettings } from './kill-child.ts';
import { publicUrl } from './open-carrier.ts';
import { textingByTwilio, twilioSite } from './texting-world.ts';

const db = await freshDatabase();
const site = await twilioSite(db);
const { double } = site;
afterAll(() => double.close());
const entries = 300;
const random = seededRandom('twilio and kills');

/** Texts are delivered, every tenth person says stop, and one request in thirty is cut off. */
function livePublic(double: TwilioDouble, sender: string) {
  const { account, mishaps } = double;
  const stops: string[] = [];
  const received = new Set<string>();
  let busy = Promise.resolve();
  const timer = setInterval(() => {
    if (mishaps.length < 100) mishaps.push(random.next() < 1 / 30 ? 'cut' : null);
    busy = busy.then(async () => {
      await double.deliver();
      for (const { sid, to, direction, body } of [...account.messages]) {
        if (direction === 'inbound' || body !== 'Hello Ann' || received.has(sid)) continue;
        received.add(sid);
        if (!to.endsWith('7')) continue;
        stops.push(to.slice(1));
        await double.textIn(to, sender, 'Stop!');
      }
    });
  }, 100);
  return {
    stops,
    async end() {
      clearInterval(timer);
      await busy;
    },
  };
}

test('engines that are killed, while our address comes and goes, text nobody twice and lose neither a receipt nor a STOP', async () => {
  const world = await textingByTwilio(db, site, { entries, firstPhone: 12_122_100_000 });
  const first = await world.begin();
  await first.stop();
  const people = livePublic(double, world.sender);
  const deaf = setInterval(() => {
    double.deaf = !double.deaf;
  }, 700);
  const settings: TwilioChildSettings = {
    ...{ url: db.url, publicUrl, leaseSeconds: 0.6, soundBase: site.api.url },
  };
  const file = fileURLToPath(new URL('./kill-child.ts', import.meta.url));
  const kills = { kills: 6, seed: 'twilio kills', file, lives: [700, 1_600] as const };
  const last = await killOneByOne(settings, kills);
  clearInterval(deaf);
  double.deaf = false;
  const ended = async () => {
    const { open, ...over } = await world.results();
    return open === undefined && Object.values(over).reduce((a, b) => a + b, 0) === entries;
  };
  await until(async () => (await ended()) || undefined, 60);
  await people.end();

  const sent = world.sent().filter(({ body }) => body === 'Hello Ann');
  expect(new Set(sent.map(({ to }) => to)).size).toBe(sent.length);
  expect(await world.books()).toMatchObject({ attempts: entries, openAttempts: 0, mismatches: 0 });
  await until(async () => (await world.results()).delivered === sent.length || undefined);
  expect((await world.results()).unknown ?? 0).toBe(entries - sent.length);
  await until(async () => (await world.doNotCall()).length === people.stops.length || undefined);
  // Each person who says stop, of those whose text no kill has lost.
  const asked = sent.filter(({ to }) => to.endsWith('7'));
  expect(people.stops.length).toBe(asked.length);
  expect(asked.length).toBeGreaterThan(20);
  const [stored] = await world.ask<{ n: number }>('SELECT count(*)::int AS n FROM inbound_text');
  expect(stored?.n).toBe(people.stops.length);
  await until(async () => (await world.callbacksLeft()) === 0 || undefined);
  await last.kill();
}, 180_000);
