/** `npm run dev`; see scripts/dev/dev.ts. */
import { join } from 'node:path';
import { install, root } from './install.mjs';
import { orExplain, runNode } from './runtime.mjs';

await orExplain(async () => {
  await install();
  const program = join(root, 'scripts', 'dev', 'dev.ts');
  process.exitCode = await runNode([program, ...process.argv.slice(2)]);
});
