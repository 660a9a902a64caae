/**
 * `npm run test:asterisk`: the tests against a real Asterisk, which is downloaded from Debian's
 * packages into a cache and never installed. If that is impossible, it says why and nothing fails.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, root } from './install.mjs';
import { findNode, orExplain } from './runtime.mjs';
import { countVitest } from './tally.mjs';
import { close, runVitest } from './vitest-run.mjs';

await orExplain(async () => {
  await install();
  const missing = await missingAsterisk(findNode());
  const counted = missing === '' ? await runTests() : { passed: 0, failed: 0, why: [] };
  if (missing !== '')
    process.stdout.write(`Skipped because Asterisk is not available: ${missing}\n`);
  close(counted);
});

/** Why it is not available; '' if it is. */
async function missingAsterisk(node) {
  const child = spawn(node, [join(root, 'test/asterisk/fetch.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The download of Asterisk ended with exit code ${code}.`);
  return output.trim();
}

async function runTests() {
  const { report, code } = await runVitest('vitest.asterisk.config.ts', 'default');
  return countVitest(report, code);
}
