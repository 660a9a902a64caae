import { defineConfig } from 'vitest/config';
import { compileCache, stableWrappers } from './scripts/runtime.mjs';
import { LongFirst } from './test/harness/long-first.ts';

/**
 * Two projects: `unit` needs nothing but Node and starts at once; `real` has the harness start one
 * PostgreSQL for the run. Two workers, because the machines we promise a time on have two cores.
 */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // As Carillon itself is started.
    execArgv: [stableWrappers],
    env: { NODE_COMPILE_CACHE: compileCache },
    setupFiles: ['test/harness/other-sentences.ts'],
    sequence: { sequencer: LongFirst },
    // A second, the default, is short for a browser beside a busy server.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
          setupFiles: ['test/harness/other-sentences.ts', 'test/harness/browser-globals.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['test/**/*.test.ts'],
          // `npm run test:asterisk`, `test:smpp-peers` and `test:poolers` have configurations of their own.
          exclude: ['test/asterisk/**', 'test/smpp/peers/**', 'test/poolers/**'],
          globalSetup: ['test/harness/global-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
