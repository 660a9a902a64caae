import { defineConfig } from 'vitest/config';
import { compileCache, stableWrappers } from './scripts/runtime.mjs';
import { LongFirst } from './test/harness/long-first.ts';

// These look at the true sentences: their files call vi.unmock, which is for a whole process.
const sentences = ['src/**/*-sentences.test.ts'];

// Files that hold nothing in a module: they take over the loaded modules of the file before them.
const shared = ['api', 'domain', 'imports', 'jobs', 'journeys', 'numbering-plan'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

const onPostgres = {
  globalSetup: ['test/harness/global-setup.ts'],
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

/**
 * `unit` and `sentences` need nothing but Node and start at once; for `real` and `shared` the harness
 * starts one PostgreSQL for the run. To load the modules takes a second for each file, so only what
 * needs a process of its own has one. Two workers, because the machines we promise a time on have
 * two cores.
 */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // As Carillon itself is started.
    execArgv: [stableWrappers],
    env: { NODE_COMPILE_CACHE: compileCache },
    setupFiles: ['test/harness/other-sentences.ts', 'test/harness/browser-globals.ts'],
    sequence: { sequencer: LongFirst },
    // A second, the default, is short for a browser beside a busy server.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
          exclude: sentences,
          isolate: false,
          testTimeout: 20_000,
        },
      },
      { extends: true, test: { name: 'sentences', include: sentences } },
      {
        extends: true,
        test: { name: 'shared', include: shared, isolate: false, ...onPostgres },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['test/**/*.test.ts'],
          // `npm run test:asterisk`, `test:smpp-peers` and `test:poolers` have configurations of their own.
          exclude: ['test/asterisk/**', 'test/smpp/peers/**', 'test/poolers/**', ...shared],
          ...onPostgres,
        },
      },
    ],
  },
});
