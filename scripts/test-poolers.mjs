/**
 * `npm run test:poolers`: Carillon through PgBouncer, which is downloaded from Debian's packages
 * into a cache and never installed. If that is impossible, the tests are skipped and say why.
 */
import { runSkippable } from './vitest-run.mjs';

await runSkippable('vitest.poolers.config.ts');
