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
import { dailyLimitFindings } from '../doctor/daily-limits.ts';
import { database } from '../doctor/database.ts';
import { detachedTables } from '../doctor/detached.ts';
import { diskForecast } from '../doctor/disk-forecast.ts';
import { engineClocks } from '../doctor/engine-clocks.ts';
import { exposure } from '../doctor/exposure.ts';
import { type Finding, fine, hint, marks, runCheck, wrong } from '../doctor/finding.ts';
import { folderRights } from '../doctor/folder-rights.ts';
import { hold } from '../doctor/hold.ts';
import {
  dataFolder,
  diskSpace,
  nativePackages,
  nodeVersion,
  postgresBinaries,
  soundDecoder,
} from '../doctor/machine.ts';
import { mail } from '../doctor/mail.ts';
import { platformCheck } from '../doctor/platform-check.ts';
import { provider } from '../doctor/provider.ts';
import { reportsStandby } from '../doctor/reports.ts';
import { runningClock } from '../doctor/running-clock.ts';
import { timeZones } from '../doctor/time-zones.ts';
import { unknownNumbers } from '../doctor/unknown-numbers.ts';
import { unnamedProxyFindings } from '../doctor/unnamed-proxies.ts';
import { jsonOption, sayJson } from '../json.ts';
import { poolerFindings } from '../server/findings.ts';
import { examineServer } from '../server/reach.ts';
import { connectionsNeeded, throughPooler } from '../start/connections.ts';
import { isConsoleBuilt } from '../start/console-build.ts';
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
    summary: 'Check the installation and explain what is wrong with it.',
    shows: true,
    options: {
      json: jsonOption,
      sql: {
        meaning: 'Only print the SQL that a DBA runs on your own PostgreSQL for DATABASE_URL.',
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
      for (const check of [...checks, carriersInUse(tools)]) show(await check(context));
      const count = findings.filter(({ state }) => state === 'wrong').length;
      if (asJson) sayJson(context, { status: count === 0 ? 'ok' : 'wrong', findings });
      else if (count === 0) context.say('\nNothing is wrong.');
      else context.say(`\n${count} of these must be fixed.`);
      return count === 0 ? 0 : 1;
    },
  };
}

function sql({ config: { databaseUrl }, say }: Context): number {
  if (!databaseUrl) {
    throw new Refusal(
      'The embedded PostgreSQL needs no SQL. To use your own server, set DATABASE_URL first.',
    );
  }
  const { user, database: name } = new Client({ connectionString: databaseUrl });
  for (const line of installationSql(user ?? 'carillon', name ?? 'carillon')) say(line);
  return 0;
}

const checks: ((context: Context) => Promise<Finding[]>)[] = [
  () => runCheck('Node', () => nodeVersion()),
  () => runCheck('Packages', nativePackages),
  () => runCheck('Sound files', () => soundDecoder()),
  () => runCheck('Time zones', () => timeZones()),
  async (context) => settings(context),
  whenConfigured((config) => runCheck('Data folder', () => dataFolder(config.dataFolder))),
  whenConfigured((config) => runCheck('Rights', () => folderRights(config.dataFolder))),
  whenConfigured((config) => runCheck('Disk', () => diskSpace(config.dataFolder))),
  whenConfigured((config) =>
    config.databaseUrl ? none() : runCheck('PostgreSQL', postgresBinaries),
  ),
  whenConfigured((_config, context) => runCheck('Database', () => databaseFindings(context))),
  whenConfigured((config, context) =>
    config.reportsUrl ? runCheck('Reports', () => reportsStandby(context)) : none(),
  ),
  ofPlatform('Hold', hold),
  ofPlatform('Clock', engineClocks),
  whenConfigured((_config, context) => runCheck('Growth', () => diskForecast(context))),
  ofPlatform('Retention', detachedTables),
  whenConfigured((config) => runCheck('Backup', () => lastBackup(config.dataFolder))),
  ofPlatform('Texts', unknownNumbers),
  ofPlatform('Limits', dailyLimitFindings),
  ofPlatform('Proxy', unnamedProxyFindings),
  whenConfigured((config) => runCheck('Console', () => builtConsole(config))),
  whenConfigured((config) => runCheck('Port', () => port(config))),
  whenConfigured((config) => runCheck('Exposure', () => exposure(config))),
  whenConfigured((config) => runCheck('Mail', () => mail(config))),
  whenConfigured((config) => runCheck('Provider', () => provider(config))),
  whenConfigured((config) => runCheck('Clock', () => runningClocks(config))),
];

/** A database that cannot be used is reported by its own check. */
function ofPlatform(what: string, check: (tx: Tx) => Promise<Finding[]>) {
  return whenConfigured((_config, context) =>
    runCheck(what, () => platformCheck(context, check).catch(() => [])),
  );
}

const none = async (): Promise<Finding[]> => [];

function settings(context: Context): Finding[] {
  const bad = configProblems(context);
  if (bad.length === 0) return [fine('Settings', 'all are valid')];
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

/** Skips checks that need the settings while those are invalid. */
function whenConfigured(check: (config: Config, context: Context) => Promise<Finding[]>) {
  return (context: Context) =>
    configProblems(context).length > 0 ? none() : check(context.config, context);
}

async function databaseFindings(context: Context): Promise<Finding[]> {
  const { databaseUrl, dataFolder: folder } = context.config;
  const made = () =>
    existsSync(folder) && lstatSync(join(folder, 'postgres'), { throwIfNoEntry: false });
  if (!databaseUrl && !made()) {
    return [hint('Database', 'There is none yet. The first start creates it.')];
  }
  const { acceptAsyncStandby } = context.config;
  const connections = { ...connectionsNeeded(context.config, roleNames), beside: true };
  const check = (connection: DatabaseConnection) =>
    database(connection, context.config, { acceptAsyncStandby, connections });
  if (!databaseUrl) return withServer(context, check);
  const { connection, between } = await examineServer(context.config, context);
  const most = throughPooler(context.config, roleNames);
  return [...(await check(connection)), ...poolerFindings(between, most)];
}

function builtConsole({ dataFolder: folder }: Config): Finding {
  if (isConsoleBuilt(folder)) return fine('Console', 'built');
  return hint('Console', 'not built for this version yet; the next start builds it.');
}

async function port({ host, port: number, dataFolder: folder }: Config): Promise<Finding[]> {
  const code = await tryListen(host, number);
  if (code === undefined) return [fine('Port', `${host}:${number} is free`)];
  const ours = runningProcesses(folder).find((one) => one.console === addressOf(host, number));
  const holder = dataFolderHolder(folder);
  const pid = ours?.pid ?? (holder?.purpose === 'start' ? holder.pid : undefined);
  if (code === 'EADDRINUSE' && pid !== undefined) {
    return [fine('Port', `Carillon is running on ${host}:${number} (process ${pid})`)];
  }
  return [wrong('Port', portProblem(host, number, code))];
}

/** Asks every process of this data folder; those of one machine mostly agree. */
async function runningClocks({ dataFolder: folder }: Config): Promise<Finding[]> {
  const said = await Promise.all(
    runningProcesses(folder).map(({ metrics }) => runningClock(metrics)),
  );
  return [...new Map(said.flat().map((finding) => [finding.text, finding])).values()];
}
