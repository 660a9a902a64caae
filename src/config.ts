/** The settings, all optional. Only this file reads the environment, for src/config/, too. */
import type { z } from 'zod';
import { isPrivateHost } from '#private-host.ts';
import { type Environment, givenValue } from './config/given-value.ts';
import { misspelled } from './config/misspelled.ts';
import { type SettingLine, settingLines } from './config/setting-lines.ts';
import { type logLevels, type Setting, settings } from './config/settings.ts';

/** Where a process serves health and metrics. */
export interface MetricsAddress {
  host: string;
  port: number;
  /** Whether the operator set it: then no other port is tried. */
  isSet: boolean;
}

export interface Config {
  host: string;
  port: number;
  /** Absolute. */
  dataFolder: string;
  /** Undefined: carillon.key in the data folder. */
  keyFile: string | undefined;
  /** Undefined: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  /** The same database without the pooler; undefined: `databaseUrl` has no pooler. */
  directUrl: string | undefined;
  /** A standby that reports are read on; undefined: on the database itself. */
  reportsUrl: string | undefined;
  /** The operator accepts that a standby may lag, and never promotes it. */
  acceptAsyncStandby: boolean;
  /** The most connections that each part of a process opens. */
  connections: { api: number; engine: number; jobs: number };
  demoPassword: string | undefined;
  /** What the demo client has when it is made. */
  demo: 'full' | 'empty';
  logLevel: (typeof logLevels)[number];
  /** Slower statements are logged; 0: none. */
  slowStatementMs: number;
  /** Real seconds that calls in progress have to end when Carillon stops. */
  stopGraceSeconds: number;
  /** Addresses and networks (`10.0.0.0/8`) of reverse proxies; empty by default. */
  trustedProxies: string[];
  /** npm and its shell are waiting for this process. */
  underNpm: boolean;
  /** See `clockLibrary`. */
  clockLibrary: Record<string, string>;
  /** Without a trailing slash; undefined: carriers cannot send callbacks. */
  publicUrl: string | undefined;
  /** The API may be used in clear from anywhere. */
  plainHttp: boolean;
  /** Names under which Carillon is reached, beside that of `publicUrl`; empty by default. */
  hostNames: string[];
  /** Undefined: nothing is mailed. */
  mail: { url: string; from: string; needsTls: boolean } | undefined;
  /** Undefined: managers log in with passwords alone. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | undefined;
  /** Undefined: off. */
  metrics: MetricsAddress | undefined;
  simulation: {
    seed: number;
    speed: number;
    /** Undefined: now, or this afternoon; see the simulation's clock. */
    start: Date | undefined;
  };
}

/** One or more settings are invalid; `problems` has a sentence for each. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`Invalid settings:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the settings. An empty variable counts as absent.
 *
 * @throws ConfigError that names every bad value at once
 */
export function readConfig(environment: Environment = process.env): Config {
  const problems = misspelled(environment);
  const read = <S extends Setting>(setting: S): z.output<S['schema']> | undefined => {
    const value = givenValue(setting, environment, problems) || setting.byDefault;
    if (value === '') return undefined;
    const result = setting.schema.safeParse(value);
    if (result.success) return result.data as z.output<S['schema']>;
    const shown = 'secret' in setting ? '' : ` (it is "${value}")`;
    problems.push(`${setting.name} ${result.error.issues[0]?.message ?? 'is invalid'}${shown}.`);
    return undefined;
  };
  const config = {
    host: read(settings.host) ?? '',
    port: read(settings.port) ?? 0,
    dataFolder: read(settings.dataFolder) ?? '',
    keyFile: read(settings.keyFile),
    databaseUrl: read(settings.databaseUrl),
    directUrl: read(settings.directUrl),
    reportsUrl: read(settings.reportsUrl),
    acceptAsyncStandby: read(settings.acceptAsyncStandby) === 'yes',
    connections: {
      api: read(settings.apiConnections) ?? 0,
      engine: read(settings.engineConnections) ?? 0,
      jobs: read(settings.jobsConnections) ?? 0,
    },
    demoPassword: read(settings.demoPassword),
    demo: read(settings.demo) ?? 'full',
    logLevel: read(settings.logLevel) ?? 'warn',
    slowStatementMs: read(settings.slowStatement) ?? 0,
    trustedProxies: read(settings.trustedProxies) ?? [],
    publicUrl: read(settings.publicUrl),
    plainHttp: read(settings.httpPlain) === 'yes',
    hostNames: read(settings.hostNames) ?? [],
    mail: mailOf(read(settings.smtpUrl), read(settings.mailFrom), read(settings.smtpPlain)),
    oidc: {
      issuer: read(settings.oidcIssuer) ?? '',
      clientId: read(settings.oidcClientId) ?? '',
      clientSecret: read(settings.oidcClientSecret) ?? '',
      name: read(settings.oidcName) ?? '',
    },
    stopGraceSeconds: read(settings.stopGrace) ?? 0,
    underNpm: Boolean(environment.npm_lifecycle_event),
    clockLibrary: clockLibrary(environment),
    metrics: metricsOf(read(settings.metrics), Boolean(environment[settings.metrics.name])),
    simulation: {
      seed: read(settings.simSeed) ?? 0,
      speed: read(settings.simSpeed) ?? 1,
      start: read(settings.simStart),
    },
  };
  if (config.directUrl && !config.databaseUrl) {
    problems.push('DATABASE_DIRECT_URL requires DATABASE_URL.');
  }
  if (config.mail && (config.mail.from === '' || !config.publicUrl)) {
    problems.push('CARILLON_SMTP_URL requires CARILLON_MAIL_FROM and CARILLON_PUBLIC_URL.');
  }
  const { oidc } = config;
  if (oidc.issuer && !(oidc.clientId && oidc.clientSecret && config.publicUrl)) {
    problems.push(
      'CARILLON_OIDC_ISSUER requires CARILLON_OIDC_CLIENT_ID, CARILLON_OIDC_CLIENT_SECRET and CARILLON_PUBLIC_URL.',
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...config, oidc: oidc.issuer ? oidc : undefined };
}

/** Without TLS only where nobody else listens, unless the operator says otherwise. */
function mailOf(url: string | undefined, from = '', plain = 'no'): Config['mail'] {
  if (url === undefined) return undefined;
  return { url, from, needsTls: plain !== 'yes' && !isPrivateHost(new URL(url).hostname) };
}

function metricsOf(
  address: z.output<typeof settings.metrics.schema> | undefined,
  isSet: boolean,
): MetricsAddress | undefined {
  return address === undefined || address === 'off' ? undefined : { ...address, isSet };
}

/**
 * The environment of libfaketime, if this process runs under it, as in tests of other days: the
 * embedded PostgreSQL must use the same time. Empty otherwise.
 */
export function clockLibrary(environment: Environment = process.env): Record<string, string> {
  if (environment.FAKETIME === undefined) return {};
  const ours = Object.entries(environment).filter(
    (entry): entry is [string, string] => /^(LD_PRELOAD$|FAKETIME)/.test(entry[0]) && !!entry[1],
  );
  return Object.fromEntries(ours);
}

/** The environment of a process that this one starts: its own, except for these settings. */
export function childEnvironment(
  changes: Environment,
  environment: Environment = process.env,
): Environment {
  // npm waits for this process, not for that one.
  const { npm_lifecycle_event: _, ...rest } = environment;
  return { ...rest, ...changes };
}

/** Every setting for `carillon config`, with secrets masked. */
export function describeSettings(environment: Environment = process.env): SettingLine[] {
  return settingLines(environment);
}
