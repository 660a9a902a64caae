/** `node scripts/make-upgrade-fixture.mjs [NAME]`; see test/upgrade/make-fixture.ts. */
import { join } from 'node:path';
import { install, root } from './install.mjs';
import { orExplain, runNode } from './runtime.mjs';

await orExplain(async () => {
  await install();
  const program = join(root, 'test', 'upgrade', 'make-fixture.ts');
  process.exitCode = await runNode([program, ...process.argv.slice(2)]);
});
