import { defineConfig } from 'vitest/config';
import { stableWrappers } from './scripts/runtime.mjs';

/**
 * `npm run test:asterisk`: tests against a real Asterisk, which is fetched first. One file at a time,
 * because a machine that plays sound to many calls late hears machines where persons are.
 */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    execArgv: [stableWrappers],
    setupFiles: ['test/harness/other-sentences.ts'],
    maxWorkers: 1,
    include: ['test/asterisk/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
