/** `npm run release [-- --trial] [-- --out=FOLDER]`; see scripts/release/release.ts. */
import { join } from 'node:path';
import { install, root } from './install.mjs';
import { orExplain, runNode } from './runtime.mjs';

await orExplain(async () => {
  await install();
  const program = join(root, 'scripts', 'release', 'release.ts');
  process.exitCode = await runNode([program, ...process.argv.slice(2)]);
});
