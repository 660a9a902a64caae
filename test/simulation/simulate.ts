/**
 * `npm run simulate -- --seeds 1000 [--first S]`: seeded runs of the real engine on a real
 * PostgreSQL under a virtual clock. Prints what was simulated and every violation with its seed;
 * exits with 1 when there was one. `--wrong NAME` or `--wrong all` runs wrong builds, which must be
 * caught. `--record` adds a right run to docs/proof.md.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { root } from '../../scripts/install.mjs';
import { recordRun } from '../../scripts/proof/ledger.ts';
import type { Figures } from '../../scripts/proof/runs.ts';
import { clockLibrary } from '../../src/config.ts';
import { startEmbedded } from '../../src/db/embedded/server.ts';
import { migrate } from '../../src/db/migrate.ts';
import { dropDatabase } from '../harness/drop-database.ts';
import { openRunFolder } from '../harness/run-folder.ts';
import { benchOptions, seedRange } from '../harness/seed-range.ts';
import { simulationTemplate } from './gated-database.ts';
import { runSeed, type SeedResult } from './run-seed.ts';
import type { Stage } from './stage.ts';
import { takeOverIds } from './virtual-ids.ts';
import { realNow, takeOverTime } from './virtual-time.ts';
import type { WrongBuild } from './wrong-build.ts';
import { wrongBuilds } from './wrong-builds.ts';

const values = benchOptions({
  seeds: { type: 'string', default: '100' },
  first: { type: 'string', default: '1' },
  wrong: { type: 'string' },
  trace: { type: 'boolean', default: false },
  fingerprints: { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
});

interface Server {
  host: string;
  port: number;
  user: string;
  template: string;
}

const { first, seeds } = seedRange(values);
const wrongNames = values.wrong === 'all' ? Object.keys(wrongBuilds) : [values.wrong ?? ''];

// Ended from outside it leaves no process of the server stopped; see gated-database.ts.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

await onOwnServer();

/** Beside other databases of one server the same seed would sometimes see its rows in another order. */
async function onOwnServer(): Promise<void> {
  const folder = await openRunFolder('simulate');
  const { dataFolder } = folder;
  const server = await startEmbedded({
    ...{ dataFolder, durability: 'throwaway', clock: clockLibrary() },
  });
  const { host, port, user } = server;
  const template = 'simulation_template';
  try {
    await keepStill({ host, port, user: 'postgres', template });
    await maintain({ host, port, user, template }, `CREATE DATABASE ${template}`);
    await migrate({ host, port, user, database: template });
    await simulate({ host, port, user, template });
  } finally {
    await server.stop();
    folder.remove();
  }
}

/** Nothing in the server happens by the machine's time; deadlocks are seen by gated-database.ts. */
async function keepStill(server: Server): Promise<void> {
  await maintain(server, `ALTER SYSTEM SET deadlock_timeout = '1h'`);
  await maintain(server, 'ALTER SYSTEM SET autovacuum = off');
  await maintain(server, 'SELECT pg_reload_conf()');
}

async function simulate(server: Server): Promise<void> {
  const template = `simulation_${randomBytes(4).toString('hex')}`;
  await maintain(server, `CREATE DATABASE ${template} TEMPLATE ${server.template}`);
  await maintain(server, simulationTemplate, template);
  let stage: Stage | undefined;
  const time = takeOverTime(Date.UTC(2026, 0, 1), (ms) => {
    if (!stage) throw new Error('nobody is on the stage');
    return stage.sleep(ms);
  });
  const { host, port, user } = server;
  const play: Play = async (seed, wrong) => {
    time.startAgain();
    takeOverIds(`ids of ${seed}`);
    const database = `simulation_${randomBytes(4).toString('hex')}`;
    await maintain(server, `CREATE DATABASE ${database} TEMPLATE ${template}`);
    const onStage = (made: Stage) => {
      stage = made;
    };
    try {
      return await runSeed(seed, { host, port, user, database }, time, onStage, wrong);
    } finally {
      await dropDatabase(database, (sql) => maintain(server, sql));
    }
  };
  try {
    if (values.wrong === undefined) await proveRight(play);
    else for (const name of wrongNames) await proveCaught(play, name);
  } finally {
    time.giveBack();
    await dropDatabase(template, (sql) => maintain(server, sql));
  }
}

type Play = (seed: number, wrong?: WrongBuild) => Promise<SeedResult>;

async function proveRight(play: Play): Promise<void> {
  const began = realNow();
  const results: SeedResult[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) {
    const result = await play(seed);
    results.push({ ...result, trace: [] });
    if (values.trace) say(result.trace.join('\n'));
    if (values.fingerprints) say(`seed ${seed} is ${result.fingerprint}`);
    if (result.violations.length === 0) continue;
    say(
      `seed ${seed}: ${result.violations.length} violations; --seeds 1 --first ${seed} replays it`,
    );
    for (const violation of result.violations.slice(0, 5)) say(`  ${violation}`);
  }
  summarise(results, realNow() - began);
}

/** A wrong build that no seed catches is a hole in the judge. */
async function proveCaught(play: Play, name: string): Promise<void> {
  const wrong = wrongBuilds[name];
  if (!wrong) throw new Error(`No "${name}" among ${Object.keys(wrongBuilds).join(', ')}`);
  const others = Array.from({ length: seeds }, (_, index) => first + index);
  for (const seed of new Set(wrong.likelySeed ? [wrong.likelySeed, ...others] : others)) {
    const { violations } = await play(seed, wrong);
    const caught = violations.find((violation) => wrong.symptom.test(violation));
    if (caught === undefined) continue;
    sayUnmatched(name, wrong);
    say(`${name} (${wrong.mistake}) is caught by seed ${seed}: ${caught}`);
    return;
  }
  sayUnmatched(name, wrong);
  say(`${name} (${wrong.mistake}) is NOT CAUGHT by ${seeds} seeds`);
  process.exitCode = 1;
}

/** A statement was written anew, and the wrong build makes less than its mistake. */
function sayUnmatched(name: string, { rewrite }: WrongBuild): void {
  for (const text of rewrite?.unmatched() ?? []) {
    say(`${name}: no statement holds '${text}'`);
    process.exitCode = 1;
  }
}

function summarise(results: readonly SeedResult[], ms: number): void {
  const sum = (of: (result: SeedResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const violations = sum((result) => result.violations.length);
  say(
    [
      `${results.length} seeds in ${Math.round(ms / 1_000)} s`,
      `${(sum((result) => result.simulated) / 3_600_000).toFixed(1)} hours simulated`,
      `${sum((result) => result.steps)} steps`,
      `${sum((result) => result.calls)} calls`,
      `${sum((result) => result.deaths)} engines killed`,
      `${sum((result) => result.cuts)} lines cut`,
      `${sum((result) => result.crashes)} database crashes`,
      `${sum((result) => result.optOuts)} opt-outs confirmed`,
      `${sum((result) => result.waited)} agents called ahead`,
      `${sum((result) => result.talks)} talks with them`,
      `${sum((result) => result.funnels)} funnels added up`,
      `${violations} violations`,
    ].join(', '),
  );
  process.exitCode = violations > 0 ? 1 : 0;
  if (values.record)
    recordRun(root, { proof: 'simulate', figures: figuresOf(results), violations });
}

function figuresOf(results: readonly SeedResult[]): Figures {
  const sum = (of: (result: SeedResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  return {
    seeds: results.length,
    hours: Math.round(sum(({ simulated }) => simulated) / 360_000) / 10,
    kills: sum(({ deaths }) => deaths),
    crashes: sum(({ crashes }) => crashes),
    cuts: sum(({ cuts }) => cuts),
    optOuts: sum(({ optOuts }) => optOuts),
    calls: sum(({ calls }) => calls),
  };
}

async function maintain(server: Server, sql: string, database = 'carillon'): Promise<void> {
  const { host, port, user } = server;
  const client = new pg.Client({ host, port, user, database });
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(hashtext('carillon test databases'))`);
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
