import { defineConfig } from 'vitest/config';
import { stableWrappers } from './scripts/runtime.mjs';

/** `npm run test:poolers`: through PgBouncer, from Debian's packages. */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    execArgv: [stableWrappers],
    setupFiles: ['test/harness/other-sentences.ts'],
    include: ['test/poolers/**/*.test.ts'],
    // The first run fetches the packages; a mirror that is too slow is given up before.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
