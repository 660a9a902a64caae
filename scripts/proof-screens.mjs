/** `npm run proof:screens`: the whole of test/journeys/long-lists.test.ts, which the suite runs a cut of. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './install.mjs';

const script = join(root, 'scripts', 'test.mjs');
const env = { ...process.env, CARILLON_PROOF: 'whole' };
const { status } = spawnSync(process.execPath, [script, 'test/journeys/long-lists.test.ts'], {
  ...{ env, stdio: 'inherit', cwd: root },
});
process.exitCode = status ?? 1;
