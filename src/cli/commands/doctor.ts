import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Config, ConfigError } from '#config.ts';
import type { DatabaseConnection } from '#db/connection.ts';
import type { Tx } from '#db/database.ts';
import { dataFolderHolder } from '#db/embedded/data-lock.ts';
import { installationSql } from '#db/roles.ts';
import type { CarrierTools } from '../carrier-try.ts';
import { type Command, type Context, Refusal } from '../command.ts';
import { lastBackup } from '../doctor/backup.ts';
import { carriersInUse } from '../doctor/carriers.ts';
import { database } from '../doctor/database.ts';
import { detachedTables } from '../doctor/detached.ts';
import { diskForecast } from '../doctor/disk-forecast.ts';
import { engineClocks } from '../doctor/engine-clocks.ts';
import { type Finding, fine, hint, lookAt, marks, wrong } from '../doctor/finding.ts';
import { hold } from '../doctor/hold.ts';
import {
  dataFolder,
  diskSpace,
  nativePackages,
  nodeVersion,
  postgresBinaries,
  soundDecoder,
} from '../doctor/machine.ts';
import { platformLook } from '../doctor/platform-look.ts';
import { runningClock } from '../doctor/running-clock.ts';
import { timeZones } from '../doctor/time-zones.ts';
import { unknownNumbers } from '../doctor/unknown-numbers.ts';
import { jsonOption, sayJson } from '../json.ts';
import { poolerFindings } from '../server/findings.ts';
import { lookAtServer } from '../server/reach.ts';
import { connectionsNeeded, throughPooler } from '../start/connections.ts';
import { isConsoleBuilt } from '../start/console-build.ts';
import { keyFile } from '../start/data-key.ts';
import { portProblem, tryListen } from '../start/port.ts';
import { roleNames } from '../start/roles.ts';
import { runningProcesses } from '../start/run-file.ts';
import { addressOf } from '../start/start-block.ts';
import { withServer } from '../with-database.ts';

export function doctorCommand(tools: CarrierTools): Command {
  return {
    name: 'doctor',
    words: '',
    count: [0, 0],
    summary: 'Look the installation over and say in plain words what is wrong with it.',
    shows: true,
    options: {
      json: jsonOption,
      sql: {
        meaning: 'Print what a DBA runs on an own PostgreSQL for DATABASE_URL, and nothing else.',
      },
    },
    async run(given, context) {
      if (given.has('sql')) return sql(context);
      const findings: Finding[] = [];
      const asJson = given.has('json');
      const show = (found: Finding[]) => {
        findings.push(...found);
        if (asJson) return;
        for (const { what, state, text } of found) {
          context.say(`${marks[state]}  ${what.padEnd(12)} ${text}`);
        }
      };
      for (const look of [...looks, carriersInUse(tools)]) show(await look(context));
      const count = findings.filter(({ state }) => state === 'wrong').length;
      if (asJson) sayJson(context, { status: count === 0 ? 'ok' : 'wrong', findings });
      else if (count === 0) context.say('\nNothing is wrong.');
      else context.say(`\n${count} of these must be put right.`);
      return count === 0 ? 0 : 1;
    },
  };
}

function sql({ config: { databaseUrl }, say }: Context): number {
  if (!databaseUrl) {
    throw new Refusal('The embedded PostgreSQL needs no SQL. Set DATABASE_URL to your own first.');
  }
  const { user, database: name } = new Client({ connectionString: databaseUrl });
  for (const line of installationSql(user ?? 'carillon', name ?? 'carillon')) say(line);
  return 0;
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
  ofPlatform('Hold', hold),
  ofPlatform('Clock', engineClocks),
  whenConfigured((_config, context) => lookAt('Growth', () => diskForecast(context))),
  ofPlatform('Retention', detachedTables),
  whenConfigured((config) => lookAt('Backup', () => lastBackup(config.dataFolder))),
  ofPlatform('Texts', unknownNumbers),
  whenConfigured((config) => lookAt('Console', () => builtConsole(config))),
  whenConfigured((config) => lookAt('Port', () => port(config))),
  whenConfigured((config) => lookAt('Clock', () => runningClocks(config))),
];

/** That the database cannot be asked is told above. */
function ofPlatform(what: string, look: (tx: Tx) => Promise<Finding[]>) {
  return whenConfigured((_config, context) =>
    lookAt(what, () => platformLook(context, look).catch(() => [])),
  );
}

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
  const made = () =>
    existsSync(folder) && lstatSync(join(folder, 'postgres'), { throwIfNoEntry: false });
  if (!databaseUrl && !made()) {
    return [hint('Database', 'There is none yet; the first start makes it.')];
  }
  const { acceptAsyncStandby } = context.config;
  const connections = { ...connectionsNeeded(context.config, roleNames), beside: true };
  const look = (connection: DatabaseConnection) =>
    database(connection, keyFile(folder), { acceptAsyncStandby, connections });
  if (!databaseUrl) return withServer(context, look);
  const { connection, between } = await lookAtServer(context.config, context);
  const most = throughPooler(context.config, roleNames);
  return [...(await look(connection)), ...poolerFindings(between, most)];
}

function builtConsole({ dataFolder: folder }: Config): Finding {
  if (isConsoleBuilt(folder)) return fine('Console', 'built');
  return hint('Console', 'not built for this version yet; the next start does it.');
}

async function port({ host, port: number, dataFolder: folder }: Config): Promise<Finding[]> {
  const code = await tryListen(host, number);
  if (code === undefined) return [fine('Port', `${host}:${number} is free`)];
  const ours = runningProcesses(folder).find((one) => one.console === addressOf(host, number));
  const holder = dataFolderHolder(folder);
  const pid = ours?.pid ?? (holder?.purpose === 'start' ? holder.pid : undefined);
  if (code === 'EADDRINUSE' && pid !== undefined) {
    return [fine('Port', `Carillon runs on ${host}:${number} (process ${pid})`)];
  }
  return [wrong('Port', portProblem(host, number, code))];
}

/** Of every process of this data folder; those of one machine mostly say the same. */
async function runningClocks({ dataFolder: folder }: Config): Promise<Finding[]> {
  const said = await Promise.all(
    runningProcesses(folder).map(({ metrics }) => runningClock(metrics)),
  );
  return [...new Map(said.flat().map((finding) => [finding.text, finding])).values()];
}
