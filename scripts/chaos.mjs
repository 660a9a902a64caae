/** `npm run chaos [-- --short]`; see test/chaos/chaos.ts; added to docs/proof.md. */
import { join } from 'node:path';
import { install, root } from './install.mjs';
import { orExplain, runNode } from './runtime.mjs';

await orExplain(async () => {
  await install();
  const program = join(root, 'test', 'chaos', 'chaos.ts');
  process.exitCode = await runNode([program, '--record', ...process.argv.slice(2)]);
});
