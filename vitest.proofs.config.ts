import { defineConfig } from 'vitest/config';
import { compileCache, stableWrappers } from './scripts/runtime.mjs';

/** `npm run test:proofs`: real processes are killed, and mistakes that are built in are caught. */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    execArgv: [stableWrappers],
    env: { NODE_COMPILE_CACHE: compileCache },
    setupFiles: ['test/harness/other-sentences.ts'],
    include: ['test/chaos/**/*.test.ts', 'test/simulation/wrong-builds.test.ts'],
  },
});
