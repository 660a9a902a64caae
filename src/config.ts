/** The settings, all optional. This file is the only reader of the environment. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export interface Config {
  host: string;
  port: number;
  /** Absolute. */
  dataFolder: string;
  /** Undefined: the embedded PostgreSQL of the data folder. */
  databaseUrl: string | undefined;
  demoPassword: string | undefined;
  logLevel: (typeof logLevels)[number];
  /** Real seconds that calls in progress have to end at a stop. */
  stopGraceSeconds: number;
  /** Addresses and networks (`10.0.0.0/8`) of reverse proxies; none by default. */
  trustedProxies: string[];
  /** See `clockLibrary`. */
  clockLibrary: Record<string, string>;
  /** Without a slash at its end; undefined: no carrier calls back. */
  publicUrl: string | undefined;
  simulation: {
    seed: number;
    speed: number;
    /** Undefined: now, or the afternoon of the day; see the simulation's clock. */
    start: Date | undefined;
  };
}

interface Setting {
  name: string;
  /** As it would be written; empty when there is none. */
  byDefault: string;
  meaning: string;
  secret?: (value: string) => string;
  schema: z.ZodType;
}

const number = (message: string, from: number, to: number, whole: boolean) =>
  z
    .string()
    .regex(whole ? /^\d+$/ : /^\d+(\.\d+)?$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message);

const databaseUrl = z.string().refine((value) => /^postgres(ql)?:\/\//.test(value), {
  message: 'must be the address of a PostgreSQL, such as postgresql://user:password@host/database',
});

const instant = z.iso
  .datetime({
    offset: true,
    message: 'must be an instant in ISO 8601, such as 2026-11-20T14:00:00-05:00',
  })
  .transform((value) => new Date(value));

/** An address, or one with the length of its network's prefix. One of length 0 would trust everybody. */
function isNetwork(text: string): boolean {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const bits = Number(length ?? 32);
  return version !== 0 && bits >= 1 && bits <= (version === 4 ? 32 : 128);
}

const hidePassword = (url: string) => url.replace(/:\/\/([^:@/]*):[^@]*@/, '://$1:****@');

const settings = {
  host: {
    name: 'CARILLON_HOST',
    byDefault: '127.0.0.1',
    meaning: 'Address to listen on; 0.0.0.0 for every one of this machine.',
    schema: z.string().regex(/^[A-Za-z0-9.:_-]+$/, 'must be an address or a host name'),
  },
  port: {
    name: 'CARILLON_PORT',
    byDefault: '4400',
    meaning: 'Port of the console and the API.',
    schema: number('must be a port from 1 to 65535', 1, 65_535, true),
  },
  dataFolder: {
    name: 'CARILLON_DATA',
    byDefault: './.carillon',
    meaning: 'Folder for the database, the key and the logs.',
    schema: z.string().transform((value) => resolve(value)),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    byDefault: '',
    meaning: 'A PostgreSQL of your own; the embedded one when empty.',
    secret: hidePassword,
    schema: databaseUrl,
  },
  demoPassword: {
    name: 'CARILLON_DEMO_PASSWORD',
    byDefault: '',
    meaning: 'Password of the demo manager; made at random and printed once when empty.',
    secret: () => '****',
    schema: z.string().regex(/^\w+$/, 'must hold only letters, digits and underscores').max(200),
  },
  logLevel: {
    name: 'CARILLON_LOG',
    byDefault: 'warn',
    meaning: `How much to log: ${logLevels.join(', ')}.`,
    schema: z.enum(logLevels, { message: `must be one of ${logLevels.join(', ')}` }),
  },
  trustedProxies: {
    name: 'CARILLON_TRUSTED_PROXY',
    byDefault: '',
    meaning:
      'Addresses or networks, with commas, of reverse proxies: their X-Forwarded-For counts.',
    schema: z
      .string()
      .transform((value) =>
        value
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      )
      .refine((parts) => parts.every(isNetwork), {
        message: 'must be addresses or networks, such as 127.0.0.1,10.0.0.0/8',
      }),
  },
  publicUrl: {
    name: 'CARILLON_PUBLIC_URL',
    byDefault: '',
    meaning: 'Address at which carriers reach this API, such as https://carillon.example.com.',
    schema: z
      .url({ protocol: /^https?$/, message: 'must be an address that begins with http(s)://' })
      .transform((value) => value.replace(/\/+$/, '')),
  },
  stopGrace: {
    name: 'CARILLON_STOP_GRACE',
    byDefault: '10',
    meaning: 'Seconds that calls in progress have to end when Carillon is stopped.',
    schema: number('must be a whole number of seconds from 0 to 3600', 0, 3_600, true),
  },
  simSeed: {
    name: 'CARILLON_SIM_SEED',
    byDefault: '1',
    meaning: 'Seed of the simulated carrier: the same seed gives the same answers.',
    schema: number('must be a whole number from 0 to 4294967295', 0, 4_294_967_295, true),
  },
  simSpeed: {
    name: 'CARILLON_SIM_SPEED',
    byDefault: '1',
    meaning: "How many times faster than real time the simulation's clock runs.",
    schema: number('must be a number from 0.01 to 10000', 0.01, 10_000, false),
  },
  simStart: {
    name: 'CARILLON_SIM_START',
    byDefault: '',
    meaning: "Instant at which the simulation's clock of an empty database begins.",
    schema: instant,
  },
} satisfies Record<string, Setting>;

/** One or more settings cannot be used; `problems` has a sentence for each. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`These settings cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Record<string, string | undefined>;

/**
 * Reads the settings. An empty variable counts as absent.
 *
 * @throws ConfigError that names every bad value at once
 */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = [];
  const read = <S extends Setting>(setting: S): z.output<S['schema']> | undefined => {
    const value = environment[setting.name] || setting.byDefault;
    if (value === '') return undefined;
    const result = setting.schema.safeParse(value);
    if (result.success) return result.data as z.output<S['schema']>;
    const shown = 'secret' in setting ? '' : ` (it is «${value}»)`;
    problems.push(
      `${setting.name} ${result.error.issues[0]?.message ?? 'cannot be used'}${shown}.`,
    );
    return undefined;
  };
  const config = {
    host: read(settings.host) ?? '',
    port: read(settings.port) ?? 0,
    dataFolder: read(settings.dataFolder) ?? '',
    databaseUrl: read(settings.databaseUrl),
    demoPassword: read(settings.demoPassword),
    logLevel: read(settings.logLevel) ?? 'warn',
    trustedProxies: read(settings.trustedProxies) ?? [],
    publicUrl: read(settings.publicUrl),
    stopGraceSeconds: read(settings.stopGrace) ?? 0,
    clockLibrary: clockLibrary(environment),
    simulation: {
      seed: read(settings.simSeed) ?? 0,
      speed: read(settings.simSpeed) ?? 1,
      start: read(settings.simStart),
    },
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/**
 * The environment of libfaketime where this process runs under it, as tests of other days do: the
 * embedded PostgreSQL must tell the same time. Empty otherwise.
 */
export function clockLibrary(environment: Environment = process.env): Record<string, string> {
  if (environment.FAKETIME === undefined) return {};
  const ours = Object.entries(environment).filter(
    (entry): entry is [string, string] => /^(LD_PRELOAD$|FAKETIME)/.test(entry[0]) && !!entry[1],
  );
  return Object.fromEntries(ours);
}

export interface SettingLine {
  name: string;
  /** As set, secrets masked; undefined when the default holds. */
  value: string | undefined;
  byDefault: string;
  meaning: string;
}

/** Every setting for `carillon config`, without a secret. */
export function describeSettings(environment: Environment = process.env): SettingLine[] {
  return Object.values(settings).map((setting: Setting) => {
    const { name, byDefault, meaning, secret } = setting;
    const raw = environment[name] || undefined;
    const value = raw !== undefined && secret ? secret(raw) : raw;
    return { name, value, byDefault, meaning };
  });
}
