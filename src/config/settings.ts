/** Every setting: its name, default, meaning and valid values. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { isPrivateHost } from '#private-host.ts';
import { databaseUrl, hostAndPort, instant, isNetwork, isPlainAddress, number } from './schemas.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export interface Setting {
  name: string;
  /** As an operator would write it; empty if there is none. */
  byDefault: string;
  meaning: string;
  /** For a secret: what may be shown of its value. */
  secret?: (value: string) => string;
  schema: z.ZodType;
}

const hidePassword = (url: string) => url.replace(/:\/\/([^:@/]*):[^@]*@/, '://$1:****@');

const commaSeparated = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const connections = (part: string, opens: string, usual: number, least: number) => ({
  name: `CARILLON_${part}_CONNECTIONS`,
  byDefault: String(usual),
  meaning: `Most PostgreSQL connections that ${opens} in each process.`,
  schema: number(`must be a whole number from ${least} to 200`, least, 200, true),
});

export const settings = {
  host: {
    name: 'CARILLON_HOST',
    byDefault: '127.0.0.1',
    meaning: 'Address to listen on; 0.0.0.0 for all addresses of this machine.',
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
    meaning: 'Folder for the database, the data key and the logs.',
    schema: z.string().transform((value) => resolve(value)),
  },
  keyFile: {
    name: 'CARILLON_KEY_FILE',
    byDefault: '',
    meaning:
      'File with the data keys, such as one that a secret store mounts; if empty, carillon.key in the data folder.',
    schema: z.string().transform((value) => resolve(value)),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    byDefault: '',
    meaning: 'URL of your own PostgreSQL; if empty, the embedded one is used.',
    secret: hidePassword,
    schema: databaseUrl,
  },
  directUrl: {
    name: 'DATABASE_DIRECT_URL',
    byDefault: '',
    meaning: 'URL of the same database without the pooler, if DATABASE_URL points to a pooler.',
    secret: hidePassword,
    schema: databaseUrl,
  },
  reportsUrl: {
    name: 'CARILLON_REPORTS_URL',
    byDefault: '',
    meaning:
      'URL of a standby of the database: reports and exports are read there, as of some seconds ago.',
    secret: hidePassword,
    schema: databaseUrl,
  },
  acceptAsyncStandby: {
    name: 'CARILLON_ACCEPT_ASYNC_STANDBY',
    byDefault: 'no',
    meaning: 'yes: start even if a standby of the database may lag. Never promote that standby.',
    schema: z.enum(['yes', 'no'], { message: 'must be yes or no' }),
  },
  apiConnections: connections('API', 'the API opens', 25, 6),
  engineConnections: connections('ENGINE', 'the engine opens', 18, 6),
  jobsConnections: connections('JOBS', 'the jobs open', 15, 8),
  demoPassword: {
    name: 'CARILLON_DEMO_PASSWORD',
    byDefault: '',
    meaning:
      'Password of the demo manager, at least 12 characters; if empty, a random one is printed once.',
    secret: () => '****',
    // The first start judges it; the password of an earlier one may be older than the rule.
    schema: z.string().max(1_000, 'must have at most 200 characters'),
  },
  demo: {
    name: 'CARILLON_DEMO',
    byDefault: 'full',
    meaning:
      'What the demo client of an empty database has: full, thirty made-up days and running campaigns; empty, messages and fields only.',
    schema: z.enum(['full', 'empty'], { error: 'must be full or empty' }),
  },
  logLevel: {
    name: 'CARILLON_LOG',
    byDefault: 'warn',
    meaning: `How much to log: ${logLevels.join(', ')}.`,
    schema: z.enum(logLevels, { message: `must be one of ${logLevels.join(', ')}` }),
  },
  slowStatement: {
    name: 'CARILLON_SLOW_STATEMENT_MS',
    byDefault: '1000',
    meaning: 'Log database statements that take at least this many milliseconds; 0 for none.',
    schema: number('must be a whole number from 0 to 600000', 0, 600_000, true),
  },
  trustedProxies: {
    name: 'CARILLON_TRUSTED_PROXY',
    byDefault: '',
    meaning:
      'Comma-separated addresses or networks of reverse proxies whose X-Forwarded-For is trusted.',
    schema: commaSeparated.refine((parts) => parts.every(isNetwork), {
      message: 'must be addresses or networks, such as 127.0.0.1,10.0.0.0/8',
    }),
  },
  publicUrl: {
    name: 'CARILLON_PUBLIC_URL',
    byDefault: '',
    meaning:
      'Public address, such as https://carillon.example.com: for carriers, one-time links and the provider of sign-ins. With https, browsers stay with https.',
    schema: z
      .url({ protocol: /^https?$/, message: 'must be a URL that begins with http:// or https://' })
      .refine(isPlainAddress, 'must be a URL without a user, a password, ? or #')
      .transform((value) => value.replace(/\/+$/, '')),
  },
  httpPlain: {
    name: 'CARILLON_HTTP_PLAIN',
    byDefault: 'no',
    meaning:
      'yes: the console and the API may be used from outside private networks without TLS, so that others can read passwords and personal data.',
    schema: z.enum(['yes', 'no'], { message: 'must be yes or no' }),
  },
  smtpUrl: {
    name: 'CARILLON_SMTP_URL',
    byDefault: '',
    meaning:
      'Mail server for invitations and password resets, such as smtps://user:password@mail.example.com; if empty, nothing is mailed.',
    secret: hidePassword,
    schema: z
      .url({ protocol: /^smtps?$/, message: 'must be a URL that begins with smtps:// or smtp://' })
      .refine((url) => URL.canParse(url) && new URL(url).hostname !== '', 'must name a host'),
  },
  smtpPlain: {
    name: 'CARILLON_SMTP_PLAIN',
    byDefault: 'no',
    meaning:
      'yes: mail may go to a server outside private networks without TLS, so that others can read the links.',
    schema: z.enum(['yes', 'no'], { message: 'must be yes or no' }),
  },
  mailFrom: {
    name: 'CARILLON_MAIL_FROM',
    byDefault: '',
    meaning: 'Sender of mails, such as Carillon <carillon@example.com>.',
    schema: z
      .string()
      .regex(
        /^([^<>\r\n]* <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
        'must be an e-mail address, such as Carillon <carillon@example.com>',
      ),
  },
  oidcIssuer: {
    name: 'CARILLON_OIDC_ISSUER',
    byDefault: '',
    meaning:
      'Issuer of the OpenID Connect provider with which managers can log in, such as https://login.example.com; if empty, none.',
    schema: z
      .url({ protocol: /^https?$/, message: 'must be a URL that begins with https://' })
      .refine(
        (url) =>
          isPlainAddress(url) && (url.startsWith('https:') || isPrivateHost(new URL(url).hostname)),
        'must begin with https://, except on this machine or in a private network',
      ),
  },
  oidcClientId: {
    name: 'CARILLON_OIDC_CLIENT_ID',
    byDefault: '',
    meaning: 'Client ID that the provider gave to Carillon.',
    schema: z.string().max(500, 'must have at most 500 characters'),
  },
  oidcClientSecret: {
    name: 'CARILLON_OIDC_CLIENT_SECRET',
    byDefault: '',
    meaning: 'Client secret that the provider gave to Carillon.',
    secret: () => '****',
    schema: z.string().max(2_000, 'must have at most 2000 characters'),
  },
  oidcName: {
    name: 'CARILLON_OIDC_NAME',
    byDefault: 'your organization',
    meaning: 'Name on the button: "Log in with …".',
    schema: z.string().trim().min(1).max(60, 'must have at most 60 characters'),
  },
  hostNames: {
    name: 'CARILLON_HOST_NAMES',
    byDefault: '',
    meaning:
      'Comma-separated names under which Carillon is reached, beside that of CARILLON_PUBLIC_URL; others are refused. By default any.',
    schema: commaSeparated.refine(
      (names) => names.every((name) => /^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(name)),
      {
        message: 'must be host names, such as carillon.example.com,calls.example.com',
      },
    ),
  },
  metrics: {
    name: 'CARILLON_METRICS',
    byDefault: '127.0.0.1:4401',
    meaning:
      'Address where this process serves health and metrics, or off; by default the first free port from 4401 on.',
    schema: z
      .string()
      .regex(
        /^(off|(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):\d{1,5})$/,
        'must be an address and a port, such as 127.0.0.1:4401, or off',
      )
      .transform(hostAndPort)
      .refine((address) => address === 'off' || address.port <= 65_535, {
        message: 'must have a port up to 65535',
      }),
  },
  stopGrace: {
    name: 'CARILLON_STOP_GRACE',
    byDefault: '10',
    meaning: 'Seconds that calls in progress have to end when Carillon stops.',
    schema: number('must be a whole number of seconds from 0 to 3600', 0, 3_600, true),
  },
  simSeed: {
    name: 'CARILLON_SIM_SEED',
    byDefault: '1',
    meaning: 'Seed of the simulated carrier: the same seed gives the same results.',
    schema: number('must be a whole number from 0 to 4294967295', 0, 4_294_967_295, true),
  },
  simSpeed: {
    name: 'CARILLON_SIM_SPEED',
    byDefault: '1',
    meaning: 'How many times faster than real time the simulation clock runs.',
    schema: number('must be a number from 0.01 to 10000', 0.01, 10_000, false),
  },
  simStart: {
    name: 'CARILLON_SIM_START',
    byDefault: '',
    meaning: 'Date and time at which the simulation clock starts in an empty database.',
    schema: instant,
  },
} satisfies Record<string, Setting>;

/** The names of all settings, and of the variables that name files of secrets. */
export const settingNames: readonly string[] = Object.values(settings).flatMap(
  (setting: Setting) =>
    setting.secret ? [setting.name, fileVariable(setting.name)] : [setting.name],
);

/** The variable that names the file of a secret, such as `DATABASE_URL_FILE`. */
export function fileVariable(name: string): string {
  return `${name}_FILE`;
}
