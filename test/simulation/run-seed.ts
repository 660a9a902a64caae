/** One seed: a town, its engines and people for some minutes, and what the judge says of it. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import { closeDatabase, openDatabase } from '../../src/db/database.ts';
import type { AgentsRead } from './engines.ts';
import { openConnections } from './gated-database.ts';
import { readLines } from './judge.ts';
import { play, windDown } from './play.ts';
import { setScene } from './set-scene.ts';
import type { Stage } from './stage.ts';
import { verdictOn } from './verdict.ts';
import type { VirtualTime } from './virtual-time.ts';
import { noteAgents } from './watched-rows.ts';
import type { WrongBuild } from './wrong-build.ts';

export interface SeedResult {
  violations: string[];
  /** Simulated milliseconds. */
  simulated: number;
  steps: number;
  calls: number;
  deaths: number;
  cuts: number;
  crashes: number;
  optOuts: number;
  /** Agents who were called before there was a customer, and their talks. */
  waited: number;
  talks: number;
  /** Funnels that were added up while the run went on. */
  funnels: number;
  /** The same for two runs of one seed. */
  fingerprint: string;
  trace: string[];
}

export async function runSeed(
  seed: number,
  connection: pg.PoolConfig,
  time: VirtualTime,
  stageOf: (stage: Stage) => void,
  wrong?: WrongBuild,
): Promise<SeedResult> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-simulation-'));
  writeFileSync(join(folder, callLogName), '');
  const plain = openDatabase({ ...connection, max: 2 });
  const agentsRead: AgentsRead = new Map();
  const connections = await openConnections({
    connection,
    time,
    watch: (actor, sql, rows) => noteAgents(agentsRead, actor, sql, rows),
    rewrite: wrong?.rewrite,
    earlyCommit: wrong?.earlyCommit,
  });
  try {
    const scene = await setScene(seed, {
      ...{ folder, plain, connections, time, stageOf, wrong, agentsRead },
    });
    const began = scene.plant.clock.now();
    const read = () => readFileSync(join(folder, callLogName), 'utf8');
    const { ask, town, ledger, office, plant, history } = scene;
    const judge = () => {
      const { rates } = office;
      const { speed } = plant.clock;
      // The judge adds to the ledger what it finds confirmed.
      const optOuts = [...ledger.optOuts];
      const { lines } = plant;
      const trial = {
        ask,
        town,
        ledger: { ...ledger, optOuts },
        rates,
        speed,
        plain,
        history,
        lines,
      };
      return verdictOn(trial, read());
    };
    const caught = async () => {
      const found = wrong ? await judge() : [];
      return found.filter((violation) => wrong?.symptom.test(violation));
    };
    const early = await play(scene, caught);
    if (early.length === 0) await windDown(scene);
    const violations = early.length > 0 ? early : await judge();
    const text = read();
    const { fortune, stage } = scene;
    const trace = stage.trace;
    return {
      violations,
      simulated: scene.plant.clock.now() - began,
      steps: trace.length,
      calls: readLines(text).length,
      deaths: fortune.deaths,
      cuts: fortune.cuts,
      crashes: fortune.crashes,
      waited: plant.lines.all().length,
      talks: plant.lines.bridged.size,
      optOuts: scene.ledger.optOuts.length,
      funnels: scene.ledger.funnels,
      fingerprint: createHash('sha256')
        .update(trace.join('\n'))
        .update(text)
        .digest('hex')
        .slice(0, 16),
      trace,
    };
  } finally {
    await connections.close();
    await closeDatabase(plain);
    rmSync(folder, { recursive: true, force: true });
  }
}
