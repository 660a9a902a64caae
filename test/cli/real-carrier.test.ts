import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { commandsOn } from './command-run.ts';
import { carillon, freePort } from './started-carillon.ts';

const db = await freshDatabase();
const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-real-'));
const started: ReturnType<typeof carillon>[] = [];
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.map(({ ended }) => ended));
  rmSync(dataFolder, { recursive: true, force: true });
});

const operator = (...args: string[]) =>
  commandsOn(db.url, { env: { CARILLON_DATA: dataFolder }, input: ['topsecret99'] })(...args);

async function engine(more: Record<string, string> = {}) {
  const settings = { dataFolder, port: await freePort(), more: { DATABASE_URL: db.url, ...more } };
  const one = carillon(settings, ['start', '--roles=engine', '--no-demo']);
  started.push(one);
  return one;
}

test('an engine opens what the operator connects while it runs, says that calls leave the machine, and with a real carrier in use starts at no other speed', async () => {
  await makeClient(db, { code: 'acme' });
  // Before 14:00 Eastern the clock would start ahead of real time, and could not become real.
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const first = await engine({ CARILLON_SIM_START: anHourAgo });
  await first.started;
  expect(first.out()).toContain('Simulated carrier: no call or text leaves this machine.');
  expect((await operator('carrier', 'list')).out).toMatch(
    /^ +simulated +simulated +acme +connected/m,
  );
  const sid = 'AC0123456789abcdef0123456789abcdef';
  const account = [`--account-sid=${sid}`, '--api-url=http://127.0.0.1:1', '--auth-token-stdin'];
  expect(await operator('carrier', 'add', 'twilio', 'texts', ...account)).toMatchObject({
    code: 0,
  });
  // It is opened, but cannot reach anything there.
  const line = await until(async () => {
    const { out } = await operator('carrier', 'list');
    return /^ +texts +twilio +- +disconnected +\S.*$/m.exec(out)?.[0];
  });
  expect(line).not.toContain('No engine');
  expect(await operator('client', 'carrier', 'acme', '--text=texts')).toMatchObject({ code: 0 });
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect((await operator('carrier', 'list')).out).toMatch(/^ +texts +twilio +acme +\?/m);

  const fast = await engine({ CARILLON_SIM_SPEED: '60' });
  expect(await fast.ended).toBe(1);
  expect(fast.err()).toContain(
    'CARILLON_SIM_SPEED cannot be used: the client "acme" uses the real carrier "texts"',
  );
  const real = await engine();
  await real.started;
  expect(real.out()).toContain('Real carriers are in use: calls and texts leave this machine.');
  expect(real.out()).not.toContain("simulation's clock");
  real.child.kill('SIGINT');
  expect(await real.ended).toBe(0);
});
