/** The whole program on a real Asterisk: an operator connects it, and a manager uses it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { carillon, freePort } from '../cli/started-carillon.ts';
import { testBrowser } from '../harness/browser.ts';
import { caller } from '../harness/caller.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { until } from '../harness/until.ts';
import { matchIn, samplesIn } from './recording-match.ts';
import { ari } from './site.ts';
import { channelsOn, makeWorld } from './world.ts';

const browser = testBrowser();
const world = await makeWorld();
const { network, node, spoken, number } = world;
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-program-'));
world.atEnd(() => rmSync(dataFolder, { recursive: true, force: true }));
const more = { CARILLON_DEMO_PASSWORD: 'a_long_demo_password' };

/** Runs a command to its end. */
async function command(port: number, args: string[], input = '') {
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      PATH: '/usr/bin:/bin',
      CARILLON_DATA: dataFolder,
      CARILLON_PORT: String(port),
      CARILLON_DEMO: 'empty',
    },
  });
  let out = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    out += text;
  });
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, out };
}

test('an operator connects Asterisk, and a manager records a message by telephone', async () => {
  const port = await freePort();
  const wrong = ['carrier', 'add', 'asterisk', 'wrong', `--nodes=${node.url}`];
  await command(port, [...wrong, '--password-stdin'], 'not the password\n');
  const add = ['carrier', 'add', 'asterisk', 'pbx', `--nodes=${node.url}`, '--password-stdin'];
  const added = await command(port, add, `${ari.password}\n`);
  expect(added.out).toContain('Carrier "pbx" was added');
  expect(added.out).not.toContain(ari.password);

  const tested = await command(port, ['carrier', 'test', 'pbx']);
  expect(tested.out).toMatch(/runs Asterisk \d+\./);
  expect(tested.out).toContain('has the trunk PJSIP/trunk');
  expect(tested.code).toBe(0);
  const refused = await command(port, ['carrier', 'test', 'wrong']);
  expect(refused.out).toContain('rejected the user or password');
  expect(refused.code).toBe(1);

  const program = carillon({ dataFolder, port, more }, ['start']);
  world.atEnd(async () => {
    program.child.kill('SIGTERM');
    await program.ended;
  });
  await program.started;
  const chosen = await command(port, ['client', 'carrier', 'demo', '--voice=pbx']);
  expect(chosen.out).toContain('calls via "pbx"');

  const url = `http://127.0.0.1:${port}`;
  const phone = number(241, 1);
  const manager = { username: 'manager', password: more.CARILLON_DEMO_PASSWORD };
  const path = '/main/messages/voicemessages?messageId=0';
  const api = { url, stranger: caller(url) };
  const page = await openSignedIn(browser, api, { code: 'demo', manager }, path);
  await page.getByRole('button', { name: 'Phone recording' }).click();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(phone.slice(1));
  await page.getByRole('button', { name: 'Make Call', exact: true }).click();
  for (const stage of ['In Call...', 'Recording...', 'Listening...', 'Done']) {
    await page.getByRole('button', { name: stage, exact: true }).waitFor({ timeout: 60_000 });
  }
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(browser.errors).toEqual([]);
  // The recording is complete once its call is over.
  await until(async () => ((await channelsOn(node)).length === 0 ? true : undefined));
  const heard = await samplesIn(join(network.spool, `in-${phone}.wav`));
  expect(matchIn(heard, spoken.dictation).share).toBeGreaterThan(0.9);
}, 240_000);
