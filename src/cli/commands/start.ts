import type { Logger } from 'pino';
import type { Config } from '#config.ts';
import { startClockCheck } from '#db/clock-check.ts';
import { asPlatform, type Database } from '#db/database.ts';
import { dataFolderHolder } from '#db/embedded/data-lock.ts';
import { levelOf } from '#db/errors.ts';
import { createPoolMetrics } from '#db/pool-metrics.ts';
import { readRealCarriers } from '#db/queries/carrier-use.ts';
import { listClients } from '#db/queries/client.ts';
import { holdByHand } from '#db/queries/hold.ts';
import { loadSimulationClock } from '#db/simulation-clock.ts';
import { TroubleWatch } from '#db/trouble.ts';
import { createMetrics, type Metrics } from '#domain/metrics.ts';
import { zoneData } from '#domain/zone-rules/zone-data.ts';
import { versionWithCommit } from '#version.ts';
import { factsOf } from '#witness/standing-hold.ts';
import { startWitness, type Witness } from '#witness/witness.ts';
import type { Command, Context, Given } from '../command.ts';
import { ensureDemoClient } from '../demo/demo-client.ts';
import { startDemoHistory } from '../demo/history.ts';
import { exposureWarning } from '../doctor/exposure.ts';
import { watchAncestors } from '../start/ancestors.ts';
import { publishBackup } from '../start/backup-figures.ts';
import { builtConsole } from '../start/console-build.ts';
import { loadSealState } from '../start/data-key.ts';
import { type DemoEngine, demoEngine } from '../start/demo-engine.ts';
import { publishDisk } from '../start/disk-figures.ts';
import { reportStarted } from '../start/engine-process.ts';
import { type KeyWatch, watchKeys } from '../start/key-watch.ts';
import { makeLog } from '../start/log.ts';
import { machineName } from '../start/machine-name.ts';
import { openInstallation } from '../start/open-database.ts';
import { assertPortFree, assertPortsApart } from '../start/port.ts';
import { startPresence } from '../start/presence.ts';
import {
  assertAddressFree,
  openProcessAddress,
  type ProcessAddress,
} from '../start/process-address.ts';
import { measureProcess } from '../start/process-metrics.ts';
import { refuseSimulatedTime } from '../start/real-time.ts';
import { type RoleDeps, type RoleName, type RoleStarters, rolesOf } from '../start/roles.ts';
import { writeRunFile } from '../start/run-file.ts';
import { addressOf, clockSentences, startBlock } from '../start/start-block.ts';
import { listenForStop } from '../start/stop-signal.ts';
import { watchedDatabase } from '../start/watched-database.ts';
import { watchZoneData } from '../start/zone-data-watch.ts';

/** `carillon start`; how the roles are started is the composition root's knowledge. */
export function startCommand(starters: RoleStarters): Command {
  return {
    name: 'start',
    words: '',
    count: [0, 0],
    summary: 'Start Carillon: database, console, API, engine and jobs in one process.',
    options: {
      roles: {
        value: 'api,engine,jobs',
        meaning: 'Run only these parts; with DATABASE_URL, on as many machines as you like.',
      },
      hold: {
        meaning: 'Call and text nobody until "carillon restore reconcile"; console and API work.',
      },
      'migrate-anyway': {
        meaning: 'Do not wait for processes of an older version to stop.',
      },
      'no-demo': { meaning: 'Do not create a demo client in an empty database.' },
      'no-console': { meaning: 'Do not serve the console; "npm run dev" or another server does.' },
    },
    run: (given, context) => start(given, context, starters),
  };
}

/** What every part of the process is made of. */
interface Ground {
  context: Context;
  config: Config;
  roles: readonly RoleName[];
  db: Database;
  log: Logger;
  metrics: Metrics;
  trouble: TroubleWatch;
  /** In the order of their start. */
  running: Part[];
}

interface Part {
  stop(hurry: AbortSignal): Promise<void>;
}

async function start(given: Given, context: Context, starters: RoleStarters): Promise<number> {
  const { config } = context;
  const roles = rolesOf(given.text('roles'));
  const { asked, again } = listenForStop();
  // As Ctrl-C does: npm that was killed passes no signal on.
  if (config.underNpm) watchAncestors(() => process.kill(process.pid, 'SIGTERM'));
  await assertFree(config, roles);
  const { close, markStopping, ...opened } = await openInstallation(context, roles, {
    migrateAnyway: given.has('migrate-anyway'),
  });
  const metrics = createMetrics();
  publishDisk(metrics, config.dataFolder);
  publishBackup(metrics, config.dataFolder);
  const log = makeLog(config);
  const trouble = new TroubleWatch({ log });
  // The first start writes thirty days at once: what waits for that meanwhile is no fault.
  let historyLoads = false;
  const busy = () => historyLoads;
  const db = watchedDatabase(opened.db, { config, metrics, log, trouble, busy });
  const running: Part[] = [{ stop: close }];
  const ground = { context, config, roles, db, log, metrics, trouble, running };
  try {
    const keys = watchKeys(await loadSealState(config, db), { settings: config, db, log });
    const { vault } = keys;
    const demo = given.has('no-demo') ? undefined : await ensureDemoClient(db, config);
    log.info({ version: versionWithCommit, roles }, 'starting');
    const { real, clock, clockCheck } = await startClocks(ground);
    const witness = await startWatches(ground, keys, given.has('hold'));
    const pools = createPoolMetrics(metrics);
    pools.watch('process', db);
    const address = await openProcessAddress({
      ...{ address: config.metrics, db, metrics, clockCheck, trouble, roles },
      consolePort: roles.includes('api') ? config.port : undefined,
    });
    running.push(address);
    const hasConsole = roles.includes('api') && !given.has('no-console');
    // Roles that were asked for run here.
    const movable = demo && given.text('roles') === undefined;
    const own = movable ? await demoEngine({ config, db, log }) : undefined;
    await startRoles(
      ground,
      { starters, hasConsole, own },
      {
        ...{ config, db: { ...db, journal: witness }, vault, log, metrics },
        ...{ pools, clock, clockCheck, witness, trouble },
        ...(own && { killEngine: own.kill }),
      },
    );
    // Beside the running console: a newcomer waits no longer for it than without a history. Once, and
    // where its messages get their sound: the demo's engine is a second process on the same data.
    if (roles.includes('jobs')) {
      const history = startDemoHistory({ db, vault, log });
      historyLoads = true;
      void history.done.finally(() => {
        historyLoads = false;
      });
      running.push(history);
    }
    publishRun(ground, address);
    const sentences = clockSentences(clock, real);
    const { host, port } = config;
    const exposed = roles.includes('api') ? exposureWarning(config) : undefined;
    const facts = { host, port, roles, hasConsole, metrics: address.url, exposure: exposed };
    const timeZones = zoneData(Date.now());
    const noClients = (await asPlatform(db, listClients)).length === 0;
    log.info({ roles, version: versionWithCommit, metrics: address.url ?? null }, 'started');
    context.say(startBlock({ ...facts, demo, noClients, real, clock: sentences, timeZones }));
    reportStarted();
    await asked;
    markStopping();
    address.markStopping();
    context.note(stoppingSentence(roles.includes('engine') ? config.stopGraceSeconds : 0));
  } finally {
    await stopAll(running.reverse(), again);
  }
  context.note('Carillon has stopped.');
  return 0;
}

/** A running Carillon of this data folder also has the port, and the lock names it. */
async function assertFree(config: Config, roles: readonly RoleName[]): Promise<void> {
  if (dataFolderHolder(config.dataFolder) !== undefined) return;
  if (roles.includes('api')) await assertPortFree(config.host, config.port);
  await assertAddressFree(config.metrics);
  if (roles.includes('api')) await assertPortsApart(config, config.metrics);
}

/** The engine's clock, and the comparison of this machine's with others. */
async function startClocks({ config, db, log, metrics, running }: Ground) {
  const real = await asPlatform(db, readRealCarriers);
  refuseSimulatedTime(config, real);
  const realCarrier = real.used ? 'used' : real.any && 'connected';
  const clock = await loadSimulationClock(db, { ...config.simulation, realCarrier }, (error) =>
    log[levelOf(error, 'warn')](error),
  );
  running.push(clock);
  // A clock that shows the real time never goes back: it may be off when the machine's is right again.
  const realTime = () => (clock.isReal() ? clock.now() : Date.now());
  const clockCheck = await startClockCheck({
    ...{ db, log, metrics, realTime },
    machineTime: Date.now,
  });
  running.push(clockCheck);
  return { real, clock, clockCheck };
}

/** Starts what reports on this process and monitors it, before any role begins. */
async function startWatches(ground: Ground, keys: KeyWatch, hold: boolean): Promise<Witness> {
  const { context, config, roles, db, log, metrics, trouble, running } = ground;
  const me = { host: machineName(), version: versionWithCommit, roles };
  const { vault } = keys;
  const presence = await startPresence(db, me, keys);
  running.push(presence, trouble);
  trouble.begin(presence.report);
  running.push(watchZoneData({ log, metrics }));
  if (hold) await asPlatform(db, async (tx) => holdByHand(tx, await factsOf(tx)));
  const witness = await startWitness({
    ...{ db, vault, log, trouble, dataFolder: config.dataFolder, note: context.note },
    placesCalls: roles.includes('engine'),
  });
  running.push(witness);
  running.push(measureProcess(metrics, roles));
  return witness;
}

interface Starting {
  starters: RoleStarters;
  hasConsole: boolean;
  /** Where the engine is not simply a part of this process. */
  own: DemoEngine | undefined;
}

async function startRoles(
  { context, config, roles, running }: Ground,
  { starters, hasConsole, own }: Starting,
  deps: RoleDeps,
): Promise<void> {
  if (hasConsole) deps.consoleFolder = await builtConsole(config.dataFolder, context);
  for (const role of roles) {
    const here = async () => starters[role](deps);
    running.push(own && role === 'engine' ? await own.start(here) : await here());
  }
}

/** Publishes where this process can be reached, now that all of it runs. */
function publishRun({ config, roles, running }: Ground, address: ProcessAddress): void {
  const runFile = writeRunFile(config.dataFolder, {
    ...{ version: versionWithCommit, roles, metrics: address.url ?? null },
    console: roles.includes('api') ? addressOf(config.host, config.port) : null,
  });
  running.push({ stop: async () => runFile.release() });
  address.markReady();
}

function stoppingSentence(seconds: number): string {
  if (seconds === 0) return 'Stopping.';
  return `Stopping. Calls in progress have ${seconds} seconds to end. Press Ctrl-C again to end them now.`;
}

/** What was started last is stopped first; one that fails does not keep the others running. */
async function stopAll(parts: Part[], hurry: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) await part.stop(hurry).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
