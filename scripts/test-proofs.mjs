/**
 * `npm run test:proofs`: real processes are killed and databases put back (chaos), and mistakes that
 * are built into the engine on purpose are caught by the simulation and the chaos. Apart from
 * `npm test`, because each takes minutes, most of them waiting.
 */
import { runSkippable } from './vitest-run.mjs';

await runSkippable('vitest.proofs.config.ts');
