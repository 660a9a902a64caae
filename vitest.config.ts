import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { longProofs } from './scripts/long-proofs.mjs';
import { compileCache, stableWrappers } from './scripts/runtime.mjs';
import { LongFirst } from './test/harness/long-first.ts';

/** Takes over a module, time or a global for itself, or must be the first to load a module, which it says. */
function takesOver(file: string): boolean {
  return /\bvi\.|needs a process of its own|process\.env\.\w+ =|process\.on\(/.test(
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  );
}

// Files that hold nothing in a module: they take over the loaded modules of the file before them.
const shared = globSync(
  ['api', 'db', 'domain', 'engine', 'imports', 'jobs', 'numbering-plan', 'retention', 'scrub'].map(
    (folder) => `test/${folder}/**/*.test.ts`,
  ),
  { cwd: import.meta.dirname },
).filter((file) => !takesOver(file));
const journeys = 'test/journeys/**/*.test.ts';

// Those beside their sources that need a process of their own.
const alone = globSync('src/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter(takesOver);

// Added to the setup of all: modules of the console read these when they are loaded.
const ofConsole = ['test/harness/browser-globals.ts'];

const onPostgres = {
  globalSetup: ['test/harness/global-setup.ts'],
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

const besideSources = {
  setupFiles: ofConsole,
  testTimeout: 20_000,
};

/**
 * `unit` needs nothing but Node and starts at once; for the others the harness starts one
 * PostgreSQL for the run. A process of its own for each file, which may take over time or replace
 * modules; the files of `shared` and `journeys` do neither, and to load the server takes a second
 * for each. Two workers, because the machines we promise a time on have two cores: with three, none
 * was idle and each file took twice as long.
 */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // As Carillon itself is started.
    execArgv: [stableWrappers],
    // The bare demo client: what a test is about it makes itself.
    env: { NODE_COMPILE_CACHE: compileCache, CARILLON_DEMO: 'empty' },
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
          exclude: alone,
          isolate: false,
          ...besideSources,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, ...besideSources },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: shared,
          exclude: longProofs,
          setupFiles: ofConsole,
          isolate: false,
          ...onPostgres,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: [journeys],
          exclude: longProofs,
          setupFiles: ofConsole,
          isolate: false,
          // Decision 108. `npm test` names each test that needed it.
          retry: 1,
          ...onPostgres,
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['test/**/*.test.ts'],
          // `npm run test:asterisk`, `test:smpp-peers`, `test:poolers` and `test:proofs` have
          // configurations of their own.
          exclude: [
            ...['test/asterisk/**', 'test/smpp/peers/**', 'test/poolers/**', 'test/chaos/**'],
            ...['test/simulation/wrong-builds.test.ts', ...longProofs, ...shared, journeys],
          ],
          ...onPostgres,
        },
      },
    ],
  },
});
