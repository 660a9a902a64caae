import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolderHolder } from '#db/embedded/data-lock.ts';
import { type Config, ConfigError } from '../../config.ts';
import type { CarrierTools } from '../carrier-try.ts';
import type { Command, Context } from '../command.ts';
import { carriersInUse } from '../doctor/carriers.ts';
import { database } from '../doctor/database.ts';
import { type Finding, fine, hint, lookAt, marks, wrong } from '../doctor/finding.ts';
import {
  dataFolder,
  diskSpace,
  nativePackages,
  nodeVersion,
  postgresBinaries,
  soundDecoder,
} from '../doctor/machine.ts';
import { runningClock } from '../doctor/running-clock.ts';
import { timeZones } from '../doctor/time-zones.ts';
import { unknownNumbers } from '../doctor/unknown-numbers.ts';
import { isConsoleBuilt } from '../start/console-build.ts';
import { keyFile } from '../start/data-key.ts';
import { portProblem, tryListen } from '../start/port.ts';
import { addressOf } from '../start/start-block.ts';
import { withServer } from '../with-database.ts';

export function doctorCommand(tools: CarrierTools): Command {
  return {
    name: 'doctor',
    words: '',
    count: [0, 0],
    summary: 'Look the installation over and say in plain words what is wrong with it.',
    options: {},
    async run(_given, context) {
      const findings: Finding[] = [];
      const show = (found: Finding[]) => {
        for (const { what, state, text } of found) {
          context.say(`${marks[state]}  ${what.padEnd(12)} ${text}`);
        }
        findings.push(...found);
      };
      for (const look of [...looks, carriersInUse(tools)]) show(await look(context));
      const count = findings.filter(({ state }) => state === 'wrong').length;
      context.say(count === 0 ? '\nNothing is wrong.' : `\n${count} of these must be put right.`);
      return count === 0 ? 0 : 1;
    },
  };
}

const looks: ((context: Context) => Promise<Finding[]>)[] = [
  () => lookAt('Node', () => nodeVersion()),
  () => lookAt('Packages', nativePackages),
  () => lookAt('Sound files', () => soundDecoder()),
  () => lookAt('Time zones', () => timeZones()),
  async (context) => settings(context),
  whenConfigured((config) => lookAt('Data folder', () => dataFolder(config.dataFolder))),
  whenConfigured((config) => lookAt('Disk', () => diskSpace(config.dataFolder))),
  whenConfigured((config) =>
    config.databaseUrl ? none() : lookAt('PostgreSQL', postgresBinaries),
  ),
  whenConfigured((_config, context) => lookAt('Database', () => databaseFindings(context))),
  whenConfigured((_config, context) =>
    lookAt('Texts', () => unknownNumbers(context).catch(() => [])),
  ),
  whenConfigured((config) => lookAt('Console', () => builtConsole(config))),
  whenConfigured((config) => lookAt('Port', () => port(config))),
];

const none = async (): Promise<Finding[]> => [];

function settings(context: Context): Finding[] {
  const bad = configProblems(context);
  if (bad.length === 0) return [fine('Settings', 'all can be used')];
  return bad.map((problem) => wrong('Settings', problem));
}

function configProblems(context: Context): string[] {
  try {
    void context.config;
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

/** Looks that need the settings are left out while those are bad. */
function whenConfigured(look: (config: Config, context: Context) => Promise<Finding[]>) {
  return (context: Context) =>
    configProblems(context).length > 0 ? none() : look(context.config, context);
}

async function databaseFindings(context: Context): Promise<Finding[]> {
  const { databaseUrl, dataFolder: folder } = context.config;
  if (!databaseUrl && !existsSync(join(folder, 'postgres'))) {
    return [hint('Database', 'There is none yet; the first start makes it.')];
  }
  return withServer(context, (connection) => database(connection, keyFile(folder)));
}

function builtConsole({ dataFolder: folder }: Config): Finding {
  if (isConsoleBuilt(folder)) return fine('Console', 'built');
  return hint('Console', 'not built for this version yet; the next start does it.');
}

async function port({ host, port: number, dataFolder: folder }: Config): Promise<Finding[]> {
  const code = await tryListen(host, number);
  if (code === undefined) return [fine('Port', `${host}:${number} is free`)];
  const holder = dataFolderHolder(folder);
  if (code === 'EADDRINUSE' && holder?.purpose === 'start') {
    const runs = fine('Port', `Carillon runs on ${host}:${number} (process ${holder.pid})`);
    return [runs, ...(await runningClock(addressOf(host, number)))];
  }
  return [wrong('Port', portProblem(host, number, code))];
}
