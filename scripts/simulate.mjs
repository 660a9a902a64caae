/** `npm run simulate -- --seeds 1000 [--first S] [--wrong all]`: test/simulation/simulate.ts, added to docs/proof.md. */
import { join } from 'node:path';
import { install, root } from './install.mjs';
import { orExplain, runNode } from './runtime.mjs';

await orExplain(async () => {
  await install();
  const program = join(root, 'test', 'simulation', 'simulate.ts');
  process.exitCode = await runNode([program, '--record', ...process.argv.slice(2)]);
});
