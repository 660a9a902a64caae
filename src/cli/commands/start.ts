import { type Logger, pino } from 'pino';
import { startClockCheck } from '#db/clock-check.ts';
import { asPlatform } from '#db/database.ts';
import { dataFolderHolder } from '#db/embedded/data-lock.ts';
import { createVault } from '#db/encryption.ts';
import { readRealCarriers } from '#db/queries/carrier-use.ts';
import { loadSimulationClock } from '#db/simulation-clock.ts';
import { createMetrics } from '#domain/metrics.ts';
import { zoneData } from '#domain/zone-rules/zone-data.ts';
import type { Command, Context, Given } from '../command.ts';
import { ensureDemoClient } from '../demo/demo-client.ts';
import { builtConsole } from '../start/console-build.ts';
import { loadDataKey } from '../start/data-key.ts';
import { openInstallation } from '../start/open-database.ts';
import { assertPortFree } from '../start/port.ts';
import { refuseSimulatedTime } from '../start/real-time.ts';
import { type RoleDeps, type RoleStarters, rolesOf } from '../start/roles.ts';
import { clockSentences, startBlock } from '../start/start-block.ts';
import { listenForStop } from '../start/stop-signal.ts';
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
        meaning: 'Only these parts; with DATABASE_URL on as many machines as wanted.',
      },
      'no-demo': { meaning: 'Make no demo client in an empty database.' },
    },
    run: (given, context) => start(given, context, starters),
  };
}

async function start(given: Given, context: Context, starters: RoleStarters): Promise<number> {
  const { config } = context;
  const roles = rolesOf(given.text('roles'));
  const { asked, again } = listenForStop();
  // A Carillon that has the data folder has the port too, and is named by the lock.
  const free = dataFolderHolder(config.dataFolder) === undefined;
  if (free && roles.includes('api')) await assertPortFree(config.host, config.port);
  const { db, close, markStopping } = await openInstallation(context);
  const running: { stop(hurry: AbortSignal): Promise<void> }[] = [{ stop: close }];
  try {
    const vault = createVault(await loadDataKey(config.dataFolder, db));
    const demo = given.has('no-demo') ? undefined : await ensureDemoClient(db, config);
    const log = makeLog(context);
    const real = await asPlatform(db, readRealCarriers);
    refuseSimulatedTime(config, real);
    const realCarrier = real.used ? 'used' : real.any && 'connected';
    const clock = await loadSimulationClock(db, { ...config.simulation, realCarrier }, (error) =>
      log.warn(error),
    );
    running.push(clock);
    const metrics = createMetrics();
    // A clock that shows the real time never goes back: it may be off when the machine's is right again.
    const realTime = () => (clock.isReal() ? clock.now() : Date.now());
    const clockCheck = await startClockCheck({
      ...{ db, log, metrics, realTime },
      machineTime: Date.now,
    });
    running.push(clockCheck);
    running.push(watchZoneData({ log, metrics }));
    const deps: RoleDeps = { config, db, vault, log, metrics, clock, clockCheck };
    if (roles.includes('api')) deps.consoleFolder = await builtConsole(config.dataFolder, context);
    for (const role of roles) running.push(await starters[role](deps));
    const { host, port } = config;
    const timeZones = zoneData(Date.now());
    const sentences = clockSentences(clock, real);
    context.say(startBlock({ host, port, roles, demo, real, clock: sentences, timeZones }));
    await asked;
    markStopping();
    context.note(stoppingSentence(roles.includes('engine') ? config.stopGraceSeconds : 0));
  } finally {
    await stopAll(running.reverse(), again);
  }
  context.note('Carillon has stopped.');
  return 0;
}

function stoppingSentence(seconds: number): string {
  if (seconds === 0) return 'Stopping.';
  return `Stopping. Calls in progress have ${seconds} seconds to end; Ctrl-C once more ends them at once.`;
}

/** What was started last is stopped first; one that fails does not keep the others running. */
async function stopAll(
  parts: { stop(hurry: AbortSignal): Promise<void> }[],
  hurry: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) await part.stop(hurry).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Standard error, so that the start block stands alone on standard output. */
function makeLog({ config }: Context): Logger {
  return pino({ level: config.logLevel }, pino.destination(2));
}
