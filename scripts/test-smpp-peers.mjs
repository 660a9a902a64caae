/**
 * `npm run test:smpp-peers`: SMPP against implementations that share nothing with ours, which are
 * downloaded from Debian's packages into a cache and never installed. If that is impossible, the
 * tests are skipped and say why.
 */
import { runSkippable } from './vitest-run.mjs';

await runSkippable('vitest.smpp-peers.config.ts');
