/** The composition root: what the roles and the command line are made of. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#api/app.ts';
import { openApiDatabases } from '#api/databases.ts';
import { carrierKinds } from '#carriers/index.ts';
import type { CarrierSurroundings } from '#carriers/kind.ts';
import { createLogTally } from '#carriers/simulated/log-tally.ts';
import type { Around, CarrierTools } from '#cli/carrier-try.ts';
import { Refusal } from '#cli/command.ts';
import { runCommandLine } from '#cli/command-line.ts';
import { commandsWith } from '#cli/commands/all.ts';
import { startCommand } from '#cli/commands/start.ts';
import { takeEngineName } from '#cli/start/engine-name.ts';
import { machineName } from '#cli/start/machine-name.ts';
import { portProblem } from '#cli/start/port.ts';
import type { RoleDeps, RoleStarters, RunningRole } from '#cli/start/roles.ts';
import { addressOf } from '#cli/start/start-block.ts';
import { closeChannel } from '#cli/start/stop-signal.ts';
import { processTerminal } from '#cli/terminal.ts';
import { asPlatform, type Database } from '#db/database.ts';
import { listSpeechEngines, openedSpeechSettings } from '#db/queries/speech-engine.ts';
import { type OpenReportsDatabase, openReportsDatabase } from '#db/reports-database.ts';
import { soundTokens } from '#db/sound-token.ts';
import { realMs } from '#domain/milliseconds.ts';
import { seededRandom } from '#domain/random.ts';
import type { SoundFiles } from '#domain/sound/sound-file.ts';
import { rememberingSpeaker } from '#domain/speech/remembering-speaker.ts';
import type { Speaker } from '#domain/speech/speaker.ts';
import { callSoundUrls } from '#engine/call-sound-url.ts';
import { callbackSource } from '#engine/carriers/callback-source.ts';
import { startCarriers } from '#engine/carriers/start.ts';
import { openEngineDatabases } from '#engine/databases.ts';
import { startManagerContacts } from '#engine/manager/start.ts';
import { startRecorder } from '#engine/recording/start.ts';
import { startEngine } from '#engine/start.ts';
import { createTextsInFlight } from '#engine/text/texts-in-flight.ts';
import { startJobs } from '#jobs/start.ts';
import { soundFileReader } from '#sound-files/sound-files.ts';
import { engineSpeaker } from '#speech/engine-speaker.ts';
import { speechKinds } from '#speech/index.ts';
import { speakerPool } from '#speech/speaker-pool.ts';
import { type Config, readConfig } from './config.ts';
import { startMailQueue } from './mail/mail-queue.ts';
import { mailServer } from './mail/smtp.ts';
import { oidcProvider } from './oidc/provider.ts';
import { versionWithCommit } from './version.ts';

/** Bytes of values spoken in calls that are kept: some 3,000 first names and amounts. */
const keptSpeech = 32 * 2 ** 20;

async function startApiRole(deps: RoleDeps): Promise<RunningRole> {
  const { config, clock } = deps;
  const spoolFolder = join(config.dataFolder, 'spool');
  mkdirSync(spoolFolder, { recursive: true, mode: 0o700 });
  const now = () => new Date(clock.now());
  const soundFiles = soundFileReader();
  const speaker = speakerOf(deps, { builtIn: speakerPool(), soundFiles });
  const callSpeaker = rememberingSpeaker(speaker, keptSpeech);
  const { trustedProxies, publicUrl, hostNames, plainHttp } = config;
  const parts = {
    spoolFolder,
    speaker,
    callSpeaker,
    soundFiles,
    trustedProxies,
    hostNames,
    plainHttp,
  };
  const { close, ...databases } = openApiDatabases(deps.db, config.connections.api);
  deps.pools.watch('api', databases.db);
  deps.pools.watch('api-platform', databases.platformDb);
  const reports = openReports(deps, databases.db, 'api reports', config.connections.api);
  const mail = config.mail && startMailQueue(mailServer(config.mail), deps.log);
  const app = await buildApp({
    ...{ ...deps, ...databases },
    ...(reports && { reports }),
    now,
    ...parts,
    carrierKinds,
    mail,
    provider: config.oidc && oidcProvider(config.oidc),
    ...(publicUrl && { publicUrl }),
    simulatedTally: createLogTally(config.dataFolder).read,
  });
  await listen(app, config);
  return {
    async stop() {
      await app.close();
      mail?.stop();
      await reports?.close();
      await close();
      await speaker.close();
    },
  };
}

/** Flite, and what the operator added with "carillon speech add". */
function speakerOf(
  { db, vault }: Pick<RoleDeps, 'db' | 'vault'>,
  { builtIn, soundFiles }: { builtIn: Speaker; soundFiles: SoundFiles },
): Speaker {
  const read = async () => {
    const engines = await asPlatform(db, listSpeechEngines);
    return engines.map((engine) => ({
      ...engine,
      settings: openedSpeechSettings(vault, engine),
      voices: new Map(engine.voices.map(({ id, engineName }) => [id, engineName])),
    }));
  };
  return engineSpeaker({ builtIn, kinds: speechKinds, tools: { soundFiles }, read });
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new Refusal(portProblem(host, port, code), { cause: error });
  }
}

async function startEngineRole(deps: RoleDeps): Promise<RunningRole> {
  const { config, vault, clock, log, metrics, clockCheck, witness, trouble } = deps;
  const { db, leaseDb, close } = openEngineDatabases(deps.db, config.connections.engine);
  deps.pools.watch('engine', db);
  deps.pools.watch('leases', leaseDb);
  const { name: engineName, slot, release } = takeEngineName(config.dataFolder);
  const host = machineName();
  const open = await startCarriers({
    ...{ db, vault, log, metrics, engineName, kinds: carrierKinds },
    surroundingsOf: (name) =>
      surroundings({
        config,
        vault,
        name,
        clock,
        log,
        engineName,
        callbacks: callbackSource(db, name),
        reportDate: (source, date) => clockCheck.noteDate(source, date),
      }),
  });
  clockCheck.askCarriersBy(open.askDates);
  const { carriers, textCarriers, recordingCarriers } = open;
  const ports = { clockCheck, witness, trouble, carriers, textCarriers };
  const name = `${host}-${slot}`;
  const self = { name, carrierName: engineName, host, version: versionWithCommit };
  const shared = { inProgress: new Map(), textsInFlight: createTextsInFlight() };
  const engine = startEngine({ db, leaseDb, vault, clock, log, metrics, ...ports, self, shared });
  const contacts = startManagerContacts({ db, vault, clock, log, ...ports, ...shared });
  const recorder = startRecorder({ db, clock, log, clockCheck, witness, recordingCarriers });
  return {
    async stop(hurry) {
      const patience = { graceMs: realMs(config.stopGraceSeconds * 1_000), hurry };
      // First: the engine passes on the events of these calls, and closes the carriers.
      await contacts.stop();
      await Promise.all([engine.stop(patience), recorder.stop()]);
      await open.stop();
      await close();
      release();
    },
  };
}

/** Sounds are fetched at the public address too, if there is one. */
function surroundings(around: Around): CarrierSurroundings {
  const { config, vault, name, clock, log, engineName, callbacks, reportDate } = around;
  const { dataFolder, simulation, publicUrl, host, port } = config;
  return {
    ...{ name, clock, log, engineName, callbacks, reportDate, dataFolder },
    randomOf: (use) => seededRandom(`${simulation.seed}/${use}`),
    soundUrl: callSoundUrls(soundTokens(vault), publicUrl ?? addressOf(host, port)),
    callbackUrl: (path) => (publicUrl ? `${publicUrl}/carrier/${name}/${path}` : ''),
  };
}

/** A standby for reports, if one is named. */
function openReports(
  { config: { reportsUrl: url }, log }: RoleDeps,
  db: Database,
  part: string,
  connections: number,
): OpenReportsDatabase | undefined {
  if (url === undefined) return undefined;
  const onChange = (sentence: string | undefined) => {
    if (sentence === undefined) log.info('Reports are read on the standby.');
    else log.warn(`${sentence} Reports are read on the database itself.`);
  };
  return openReportsDatabase(db, { url, part, connections, onChange });
}

async function startJobsRole(deps: RoleDeps): Promise<RunningRole> {
  const { config, db, vault, log, metrics, clockCheck } = deps;
  const reports = openReports(deps, db, 'jobs reports', config.connections.jobs);
  const builtIn = speakerPool({ size: 1 });
  const speaker = speakerOf(deps, { builtIn, soundFiles: soundFileReader() });
  const clockOff = () => clockCheck.off() !== undefined;
  const jobs = await startJobs(
    { db, vault, log, metrics, speaker, clockOff, ...(reports && { reports }) },
    config.connections.jobs,
  );
  return {
    async stop() {
      await jobs.stop();
      await reports?.close();
      await speaker.close();
    },
  };
}

const starters: RoleStarters = { api: startApiRole, engine: startEngineRole, jobs: startJobsRole };

const tools: CarrierTools = { kinds: carrierKinds, surroundings };

const commands = [
  startCommand(starters),
  ...commandsWith(tools, { kinds: speechKinds, soundFiles: soundFileReader }),
];

// The reader of our output may go away before its end (EPIPE), as in "carillon client list | head".
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const terminal = processTerminal();
process.exitCode = await runCommandLine(process.argv.slice(2), commands, readConfig, terminal);
closeChannel();
