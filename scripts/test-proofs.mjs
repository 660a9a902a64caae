/**
 * `npm run test:proofs`: real processes are killed and databases put back (chaos and the files of
 * long-proofs.mjs), and mistakes that are built into the engine on purpose are caught by the
 * simulation and the chaos. Apart from `npm test`, because each takes minutes. See decision 107.
 */
import { runSkippable } from './vitest-run.mjs';

await runSkippable('vitest.proofs.config.ts');
