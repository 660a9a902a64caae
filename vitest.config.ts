import { defineConfig } from 'vitest/config';
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
    // V8 keeps a table of its code's pages where the processor has protection keys, and now and then aborts a
    // process with threads and WebAssembly over it: "Check failed: jit_page.has_value()" (nodejs/node 64500).
    execArgv: ['--no-memory-protection-keys'],
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
