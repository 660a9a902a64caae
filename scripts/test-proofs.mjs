/**
 * `npm run test:proofs`: real processes are killed and databases put back (chaos and the files of
 * long-proofs.mjs), and mistakes that are built into the engine on purpose are caught by the
 * simulation and the chaos. Apart from `npm test`, because they take long together. See decision 107.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { install, root } from './install.mjs';
import { findNode, orExplain } from './runtime.mjs';
import { runSkippable } from './vitest-run.mjs';

await orExplain(async () => {
  await install();
  // Some open the console in a browser: two at once would build it twice.
  execFileSync(findNode(), [join(root, 'test/harness/build-console.ts')], { stdio: 'inherit' });
  await runSkippable('vitest.proofs.config.ts');
});
