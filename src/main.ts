/** The composition root: what the roles and the command line are made of. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#api/app.ts';
import { recordingCarriers, textCarriers, voiceCarriers } from '#carriers/index.ts';
import { Refusal } from '#cli/command.ts';
import { runCommandLine } from '#cli/command-line.ts';
import { bucketCommands } from '#cli/commands/bucket.ts';
import { clientCommands } from '#cli/commands/client.ts';
import { configCommand } from '#cli/commands/config.ts';
import { dncCommand } from '#cli/commands/dnc.ts';
import { doctorCommand } from '#cli/commands/doctor.ts';
import { managerCommands } from '#cli/commands/manager.ts';
import { numberCommands } from '#cli/commands/number.ts';
import { startCommand } from '#cli/commands/start.ts';
import { portProblem } from '#cli/start/port.ts';
import type { RoleDeps, RoleStarters, RunningRole } from '#cli/start/roles.ts';
import { closeChannel } from '#cli/start/stop-signal.ts';
import { seededRandom } from '#domain/random.ts';
import { startRecorder } from '#engine/recording/start.ts';
import { startEngine } from '#engine/start.ts';
import { startJobs } from '#jobs/start.ts';
import { soundFileReader } from '#sound-files/sound-files.ts';
import { fliteSpeaker } from '#speech/flite.ts';
import { type Config, readConfig } from './config.ts';

async function startApiRole(deps: RoleDeps): Promise<RunningRole> {
  const { config, clock } = deps;
  const spoolFolder = join(config.dataFolder, 'spool');
  mkdirSync(spoolFolder, { recursive: true, mode: 0o700 });
  const now = () => new Date(clock.now());
  const speaker = fliteSpeaker();
  const soundFiles = soundFileReader();
  const { trustedProxies } = config;
  const parts = { spoolFolder, speaker, soundFiles, trustedProxies };
  const app = await buildApp({ ...deps, now, ...parts, simulated: true });
  await listen(app, config);
  return {
    async stop() {
      await app.close();
      await speaker.close();
    },
  };
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

function startEngineRole({ config, db, vault, clock, log, metrics }: RoleDeps): RunningRole {
  const { dataFolder, simulation } = config;
  const randomOf = (name: string) => seededRandom(`${simulation.seed}/${name}`);
  const opened = Object.entries(voiceCarriers).map(
    ([name, open]) => [name, open({ clock, randomOf, dataFolder })] as const,
  );
  const recorders = Object.entries(recordingCarriers).map(
    ([name, open]) => [name, open({ clock, randomOf, dataFolder })] as const,
  );
  const texting = Object.entries(textCarriers).map(
    ([name, open]) => [name, open({ clock, randomOf, dataFolder })] as const,
  );
  const carriers = { carriers: new Map(opened), textCarriers: new Map(texting) };
  const engine = startEngine({ db, vault, clock, log, metrics, ...carriers });
  const recorder = startRecorder({ db, clock, log, recordingCarriers: new Map(recorders) });
  return {
    async stop(hurry) {
      const patience = { graceMs: config.stopGraceSeconds * 1_000, hurry };
      await Promise.all([engine.stop(patience), recorder.stop()]);
    },
  };
}

async function startJobsRole({ db, vault, log }: RoleDeps): Promise<RunningRole> {
  const speaker = fliteSpeaker();
  const jobs = await startJobs({ db, vault, log, speaker });
  return {
    async stop() {
      await jobs.stop();
      await speaker.close();
    },
  };
}

const starters: RoleStarters = { api: startApiRole, engine: startEngineRole, jobs: startJobsRole };

const commands = [
  startCommand(starters),
  configCommand,
  ...clientCommands,
  ...managerCommands,
  ...numberCommands,
  ...bucketCommands,
  dncCommand,
  doctorCommand,
];

// Who reads our answer may go away before its end (EPIPE), as in «carillon client list | head».
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

process.exitCode = await runCommandLine(process.argv.slice(2), commands, readConfig, {
  say: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
});
closeChannel();
