/** Calls by Twilio under kill -9: nobody is called twice, and nobody is left on the line. */
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { seededRandom } from '../../src/domain/random.ts';
import { killOneByOne } from '../engine/kill-run.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { callingByTwilio } from './calling-world.ts';
import type { Callee } from './double/call.ts';
import type { TwilioChildSettings } from './kill-child.ts';
import { publicUrl } from './open-carrier.ts';
import { twilioSite } from './texting-world.ts';

const db = await freshDatabase();
const site = await twilioSite(db);
const { double } = site;
afterAll(() => double.close());
const random = seededRandom('twilio calls and kills');

function somebody(): Callee {
  const rings = random.between(50, 700);
  const draw = random.next();
  if (draw < 0.15) return { rings, ends: 'busy' };
  if (draw < 0.35) return { rings, detected: 'machine_end_beep', detectedAfter: 800 };
  if (draw < 0.5) return { rings, keyDuring: { sound: '/message.', after: 300, key: '9' } };
  return { rings };
}

test('engines that are killed in the middle of calls call nobody twice, leave nobody on the line, and record the result of each call', async () => {
  const callees = Array.from({ length: 100 }, somebody);
  const world = await callingByTwilio(db, site, {
    ...{ firstPhone: 12_125_000_000, callees, callsPerMinute: 400 },
  });
  const first = await world.begin();
  await first.stop();
  double.callMishaps.push(...callees.map(() => (random.next() < 1 / 15 ? 'cut' : null)));
  const settings: TwilioChildSettings = {
    ...{ url: db.url, publicUrl, leaseSeconds: 0.6, soundBase: site.api.url },
  };
  const file = fileURLToPath(new URL('./kill-child.ts', import.meta.url));
  const kills = { kills: 3, seed: 'twilio call kills', file, lives: [3_000, 5_000] as const };
  const last = await killOneByOne(settings, kills);
  const records = await world.ended(90);
  await until(() => double.calls.live().length === 0 || undefined, 20);

  const called = double.calls.all.map(({ to }) => to);
  expect(new Set(called).size).toBe(called.length);
  const results = Object.groupBy(records, ({ result }) => result);
  expect(results.unknown?.length ?? 0).toBeGreaterThan(3);
  expect(results.person?.length ?? 0).toBeGreaterThan(10);
  expect(await world.books()).toMatchObject({ attempts: 100, openAttempts: 0, mismatches: 0 });
  const saidSo = double.calls.all.filter(({ heard }) =>
    heard.some(({ what }) => what.includes('opted-out')),
  );
  const blocked = await world.ask<{ phone: string }>('SELECT phone FROM do_not_call');
  const phones = new Set(blocked.map(({ phone }) => `+${phone}`));
  expect(saidSo.length).toBeGreaterThan(2);
  for (const { to } of saidSo) expect(phones.has(to)).toBe(true);
  // A 9 in an orphaned call counts too.
  const nines = double.hooks.deliveries.filter(
    ({ url, fields, status }) => url.includes('/key/') && fields.Digits === '9' && status === 200,
  );
  expect(nines.length).toBeGreaterThan(saidSo.length - 1);
  await until(async () => {
    const stored = await world.ask<{ phone: string }>('SELECT phone FROM do_not_call');
    const numbers = new Set(stored.map(({ phone }) => `+${phone}`));
    return nines.every(({ fields }) => numbers.has(fields.To ?? '')) || undefined;
  }, 30);
  await until(async () => (await world.callbacksLeft()) === 0 || undefined, 60);
  await last.kill();
}, 200_000);
