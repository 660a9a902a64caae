import { defineConfig } from 'vitest/config';
import { longProofs } from './scripts/long-proofs.mjs';
import { compileCache, stableWrappers } from './scripts/runtime.mjs';

/**
 * `npm run test:proofs`: what takes minutes. Processes are killed over and over, databases are put
 * back, programs are started anew for each sentence, and mistakes that are built in are caught.
 */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    execArgv: [stableWrappers],
    env: { NODE_COMPILE_CACHE: compileCache, CARILLON_DEMO: 'empty' },
    globalSetup: ['test/harness/global-setup.ts'],
    setupFiles: ['test/harness/other-sentences.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 15_000 } },
    include: ['test/chaos/**/*.test.ts', 'test/simulation/wrong-builds.test.ts', ...longProofs],
  },
});
