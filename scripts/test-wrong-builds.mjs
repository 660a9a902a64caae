/**
 * `npm run test:wrong-builds`: mistakes that are built into the engine on purpose, each of which the
 * simulation or the chaos must catch. Apart from `npm test`, because it takes minutes and proves the
 * judges, not the product.
 */
import { runSkippable } from './vitest-run.mjs';

await runSkippable('vitest.wrong-builds.config.ts');
