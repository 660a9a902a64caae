/**
 * `npm run test:smpp-peers`: SMPP against implementations that share nothing with ours, which are
 * fetched from Debian's packages into a cache and never installed. Where that is impossible the tests
 * are skipped and say why.
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
  const folder = mkdtempSync(join(tmpdir(), 'carillon-report-'));
  const file = join(folder, 'vitest.json');
  const args = [
    ...[join(root, 'node_modules/.bin/vitest'), 'run', '--config', 'vitest.smpp-peers.config.ts'],
    // It writes nothing into the project, which may be another user's.
    '--configLoader=native',
    ...['--reporter=verbose', '--reporter=json', `--outputFile.json=${file}`],
  ];
  // Vitest keeps a token in the home folder, which not every user has.
  const env = { ...process.env, XDG_DATA_HOME: folder };
  const stdio = ['ignore', 'inherit', 'inherit'];
  const child = spawn(findNode(), args, { cwd: root, env, stdio });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const report = read(file);
  rmSync(folder, { recursive: true, force: true });
  const skipped = report?.numPendingTests ?? 0;
  // Skipped tests have run, as far as they can here.
  const counted =
    report && skipped > 0 && code === 0 && report.numPassedTests === 0
      ? { passed: 0, failed: 0, why: [] }
      : countVitest(report, code ?? -1);
  for (const reason of counted.why) process.stdout.write(`  ${reason}\n`);
  process.exitCode = counted.failed > 0 ? 1 : 0;
  process.stdout.write(`\n${closingLine(counted)}, ${skipped} skipped\n`);
});

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
