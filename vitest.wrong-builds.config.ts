import { defineConfig } from 'vitest/config';
import { compileCache, stableWrappers } from './scripts/runtime.mjs';

/** `npm run test:wrong-builds`: the proofs of the engine catch the mistakes that they are for. */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    execArgv: [stableWrappers],
    env: { NODE_COMPILE_CACHE: compileCache },
    setupFiles: ['test/harness/other-sentences.ts'],
    include: ['test/**/wrong-builds.test.ts'],
  },
});
