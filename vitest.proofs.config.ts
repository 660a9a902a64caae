import { defineConfig } from 'vitest/config';
import { longProofs } from './scripts/long-proofs.mjs';
import { compileCache, stableWrappers } from './scripts/runtime.mjs';

const journeys = longProofs.filter((file) => file.startsWith('test/journeys/'));
const servers = longProofs.filter((file) => !journeys.includes(file));

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
    projects: [
      {
        extends: true,
        test: {
          name: 'proofs',
          include: ['test/chaos/**/*.test.ts', 'test/simulation/wrong-builds.test.ts', ...servers],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: journeys,
          // The console's modules read the browser's globals when they are loaded.
          setupFiles: ['test/harness/browser-globals.ts'],
        },
      },
    ],
  },
});
