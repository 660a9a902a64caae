/** The whole program, as an operator connects Twilio to it and a person writes STOP. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { findEmbedded } from '../../src/db/embedded/server.ts';
import { type CarillonProcess, carillon, freePort } from '../cli/started-carillon.ts';
import { caller } from '../harness/caller.ts';
import { until } from '../harness/until.ts';
import { accountSid, authToken } from './double/account.ts';
import { twilioDouble } from './double/server.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-twilio-'));
const port = await freePort();
const publicUrl = `http://127.0.0.1:${port}`;
const more = { CARILLON_DEMO_PASSWORD: 'a_long_demo_password', CARILLON_PUBLIC_URL: publicUrl };
const double = await twilioDouble((url) => url);
let program: CarillonProcess | undefined;

afterAll(async () => {
  program?.child.kill('SIGTERM');
  await program?.ended;
  await (await findEmbedded(dataFolder))?.stop();
  await double.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** Runs a command to its end. */
async function command(args: string[], input = '') {
  const own = {
    PATH: '/usr/bin:/bin',
    CARILLON_DATA: dataFolder,
    CARILLON_PORT: String(port),
    CARILLON_DEMO: 'empty',
  };
  const child = spawn(process.execPath, [main, ...args], { env: { ...own, ...more } });
  let out = '';
  const append = (text: Buffer) => {
    out += text.toString();
  };
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, out };
}

test('an operator connects Twilio; a person who texts STOP is blocked and gets a confirmation', async () => {
  const add = ['carrier', 'add', 'twilio', 'main', `--account-sid=${accountSid}`];
  const added = await command(
    [...add, `--api-url=${double.url}`, '--auth-token-stdin'],
    `${authToken}\n`,
  );
  expect(added.out).toContain('Carrier "main" was added');
  expect(added.out).not.toContain(authToken);

  program = carillon({ dataFolder, port, more }, ['start']);
  await program.started;
  const numbers = await command(['number', 'list', 'demo']);
  const [shown = ''] = /\d{3}-\d{3}-\d{4}/.exec(numbers.out) ?? [];
  const sender = `+1${shown.replaceAll('-', '')}`;
  const deaf = await command(['carrier', 'test', 'main']);
  expect(deaf).toMatchObject({ code: 1, out: expect.stringContaining('has no number') });
  double.addNumber(sender, `${publicUrl}/carrier/main/inbound`);
  const tried = await command(['carrier', 'test', 'main']);
  expect(tried).toMatchObject({ code: 0, out: expect.stringContaining('forward their texts') });
  const both = ['client', 'carrier', 'demo', '--text=main', '--voice=main'];
  expect((await command(both)).code).toBe(0);

  const login = { code: 'demo', username: 'manager', password: more.CARILLON_DEMO_PASSWORD };
  const session = await caller(publicUrl).post('/api/security/login', login);
  const { bearerToken, clientId } = session.json<{ bearerToken: string; clientId: number }>();
  const me = caller(publicUrl, bearerToken);
  const blockList = async () => (await me.get(`/api/donotcall?clientId=${clientId}`)).text;
  await double.textIn('+12125550123', sender, 'Please stop texting me.');
  expect(double.hooks.deliveries[0]).toMatchObject({
    status: 200,
    type: 'text/xml; charset=utf-8',
  });
  await until(async () => (await blockList()).includes('12125550123') || undefined);
  const confirmation = await until(() =>
    double.account.messages.find(({ direction }) => direction === 'outbound-api'),
  );
  expect(confirmation).toMatchObject({
    ...{ to: '+12125550123', from: sender, body: expect.stringContaining('opted out') },
    statusCallback: expect.stringMatching(/\/carrier\/main\/status\/reply-\d+-\d+$/),
  });
  await double.deliver();
  expect(double.hooks.deliveries.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(program.out() + program.err()).not.toContain(authToken);
}, 120_000);
