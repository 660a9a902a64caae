/**
 * `npm run test:asterisk`: the tests against a real Asterisk, which is fetched from Debian's packages
 * into a cache and never installed. Where that is impossible it says why, and nothing fails.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, root } from './install.mjs';
import { findNode, orExplain } from './runtime.mjs';
import { closingLine, countVitest } from './tally.mjs';

await orExplain(async () => {
  await install();
  const node = findNode();
  const missing = await missingAsterisk(node);
  const counted = missing === '' ? await runTests(node) : { passed: 0, failed: 0, why: [] };
  if (missing !== '') process.stdout.write(`Skipped, there is no Asterisk here: ${missing}\n`);
  for (const reason of counted.why) process.stdout.write(`  ${reason}\n`);
  process.exitCode = counted.failed > 0 ? 1 : 0;
  process.stdout.write(`\n${closingLine(counted)}\n`);
});

/** Why it cannot be had; '' when it is there. */
async function missingAsterisk(node) {
  const child = spawn(node, [join(root, 'test/asterisk/fetch.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The program that fetches Asterisk ended with ${code}.`);
  return said.trim();
}

async function runTests(node) {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-report-'));
  const report = join(folder, 'vitest.json');
  const args = [
    ...[join(root, 'node_modules/.bin/vitest'), 'run', '--config', 'vitest.asterisk.config.ts'],
    // It writes nothing into the project, which may be another user's.
    '--configLoader=native',
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ];
  // Vitest keeps a token in the home folder, which not every user has.
  const env = { ...process.env, XDG_DATA_HOME: folder };
  const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const counted = countVitest(read(report), code ?? -1);
  rmSync(folder, { recursive: true, force: true });
  return counted;
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
