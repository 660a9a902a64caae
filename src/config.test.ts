import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, clockLibrary, describeSettings, readConfig } from './config.ts';

test('nothing needs to be set', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4400,
    dataFolder: resolve('.carillon'),
    databaseUrl: undefined,
    directUrl: undefined,
    reportsUrl: undefined,
    acceptAsyncStandby: false,
    connections: { api: 25, engine: 18, jobs: 15 },
    demoPassword: undefined,
    demo: 'full',
    logLevel: 'warn',
    slowStatementMs: 1_000,
    trustedProxies: [],
    hostNames: [],
    plainHttp: false,
    keyFile: undefined,
    mail: undefined,
    oidc: undefined,
    stopGraceSeconds: 10,
    underNpm: false,
    clockLibrary: {},
    metrics: { host: '127.0.0.1', port: 4401, isSet: false },
    simulation: { seed: 1, speed: 1, start: undefined },
  });
});

test('an empty variable counts as absent', () => {
  expect(readConfig({ CARILLON_PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('every setting is taken', () => {
  const config = readConfig({
    CARILLON_HOST: '0.0.0.0',
    CARILLON_PORT: '8080',
    CARILLON_DATA: '/srv/carillon',
    DATABASE_URL: 'postgresql://me:word@db/carillon',
    DATABASE_DIRECT_URL: 'postgresql://me:word@db:5432/carillon',
    CARILLON_REPORTS_URL: 'postgresql://me:word@standby/carillon',
    CARILLON_ACCEPT_ASYNC_STANDBY: 'yes',
    CARILLON_API_CONNECTIONS: '6',
    CARILLON_ENGINE_CONNECTIONS: '40',
    CARILLON_JOBS_CONNECTIONS: '8',
    CARILLON_DEMO_PASSWORD: 'open_sesame',
    CARILLON_DEMO: 'empty',
    CARILLON_LOG: 'debug',
    CARILLON_TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8,2001:db8::/32',
    CARILLON_PUBLIC_URL: 'https://carillon.example.com/',
    CARILLON_HOST_NAMES: 'calls.example.com, carillon',
    CARILLON_HTTP_PLAIN: 'yes',
    CARILLON_KEY_FILE: '/run/secrets/carillon.key',
    CARILLON_METRICS: '[::1]:9100',
    CARILLON_STOP_GRACE: '30',
    CARILLON_SIM_SEED: '42',
    CARILLON_SIM_SPEED: '60',
    CARILLON_SIM_START: '2026-11-20T14:00:00-05:00',
  });
  expect(config).toEqual({
    host: '0.0.0.0',
    port: 8080,
    dataFolder: '/srv/carillon',
    databaseUrl: 'postgresql://me:word@db/carillon',
    directUrl: 'postgresql://me:word@db:5432/carillon',
    reportsUrl: 'postgresql://me:word@standby/carillon',
    acceptAsyncStandby: true,
    connections: { api: 6, engine: 40, jobs: 8 },
    demoPassword: 'open_sesame',
    demo: 'empty',
    logLevel: 'debug',
    slowStatementMs: 1_000,
    trustedProxies: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
    publicUrl: 'https://carillon.example.com',
    hostNames: ['calls.example.com', 'carillon'],
    plainHttp: true,
    keyFile: '/run/secrets/carillon.key',
    stopGraceSeconds: 30,
    underNpm: false,
    clockLibrary: {},
    metrics: { host: '::1', port: 9100, isSet: true },
    simulation: { seed: 42, speed: 60, start: new Date('2026-11-20T19:00:00Z') },
  });
});

test('all invalid values are named at once, each with what it must be', () => {
  const bad = {
    CARILLON_PORT: '70000',
    DATABASE_URL: 'mysql://root:topsecret@db/x',
    DATABASE_DIRECT_URL: 'mysql://root:topsecret@db/x',
    CARILLON_ACCEPT_ASYNC_STANDBY: 'perhaps',
    CARILLON_API_CONNECTIONS: '5',
    CARILLON_ENGINE_CONNECTIONS: '201',
    CARILLON_JOBS_CONNECTIONS: 'many',
    CARILLON_LOG: 'loud',
    CARILLON_SIM_SPEED: '-1',
    CARILLON_SIM_START: 'yesterday',
    CARILLON_SIM_SEED: '1.5',
    CARILLON_HOST: 'no such host',
    CARILLON_DEMO_PASSWORD: 'with blank '.repeat(100),
    CARILLON_TRUSTED_PROXY: '127.0.0.1,proxy.example',
    CARILLON_PUBLIC_URL: 'carillon.example.com',
    CARILLON_HOST_NAMES: 'https://carillon.example.com',
    CARILLON_METRICS: '9100',
    CARILLON_STOP_GRACE: 'long',
  };
  const failure = catchError(() => readConfig(bad));
  expect(failure).toBeInstanceOf(ConfigError);
  const { problems } = failure as ConfigError;
  expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual(Object.keys(bad).sort());
  expect(problems).toContain('CARILLON_PORT must be a port from 1 to 65535 (it is "70000").');
  expect(failure.message).not.toContain('topsecret');
  expect(failure.message).not.toContain('with blank');
});

test.each(['yes', '*', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0/8'])(
  'a trusted proxy is an address or a network and never everybody: %s is refused',
  (CARILLON_TRUSTED_PROXY) => {
    expect(() => readConfig({ CARILLON_TRUSTED_PROXY })).toThrow(
      'CARILLON_TRUSTED_PROXY must be addresses or networks, such as 127.0.0.1,10.0.0.0/8',
    );
  },
);

test('a direct address is refused without the address of a pooler', () => {
  const DATABASE_DIRECT_URL = 'postgresql://me:word@db/carillon';
  expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow(
    'DATABASE_DIRECT_URL requires DATABASE_URL',
  );
});

test('health and metrics can be switched off', () => {
  expect(readConfig({ CARILLON_METRICS: 'off' }).metrics).toBeUndefined();
});

test('the settings are shown without secrets', () => {
  const lines = describeSettings({
    DATABASE_URL: 'postgresql://me:topsecret@db/carillon',
    DATABASE_DIRECT_URL: 'postgresql://me:topsecret@db/carillon',
    CARILLON_DEMO_PASSWORD: 'topsecret',
  });
  expect(lines).toHaveLength(31);
  expect(lines.every(({ meaning }) => meaning.endsWith('.'))).toBe(true);
  expect(lines.find(({ name }) => name === 'DATABASE_URL')?.value).toBe(
    'postgresql://me:****@db/carillon',
  );
  expect(JSON.stringify(lines)).not.toContain('topsecret');
});

function catchError(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

test('under libfaketime the embedded PostgreSQL gets the same time, and nothing else of the environment', () => {
  const faked = { FAKETIME: '+3600s', LD_PRELOAD: '/lib/libfaketime.so.1', PGUSER: 'me' };
  expect(clockLibrary(faked)).toEqual({ FAKETIME: '+3600s', LD_PRELOAD: '/lib/libfaketime.so.1' });
  expect(clockLibrary({ LD_PRELOAD: '/lib/other.so' })).toEqual({});
});

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  test('an address of the database and a password are read from files, without their line ends', () => {
    const DATABASE_URL_FILE = file('url', 'postgresql://me:secret@db/carillon\n');
    const CARILLON_DEMO_PASSWORD_FILE = file('password', 'four_words\r\n');
    const config = readConfig({ DATABASE_URL_FILE, CARILLON_DEMO_PASSWORD_FILE });
    expect(config.databaseUrl).toBe('postgresql://me:secret@db/carillon');
    expect(config.demoPassword).toBe('four_words');
    const shown = JSON.stringify(describeSettings({ DATABASE_URL_FILE }));
    expect(shown).toContain(DATABASE_URL_FILE);
    expect(shown).not.toContain('secret@');
  });

  test('a file that is missing, empty or beside the setting itself is refused', () => {
    const missing = { DATABASE_URL_FILE: join(folder, 'none') };
    expect(() => readConfig(missing)).toThrow('Cannot read the file that DATABASE_URL_FILE names');
    const empty = { DATABASE_URL_FILE: file('empty', '\n') };
    expect(() => readConfig(empty)).toThrow('The file that DATABASE_URL_FILE names is empty');
    const both = { DATABASE_URL_FILE: file('b', 'x'), DATABASE_URL: 'postgresql://db/carillon' };
    expect(() => readConfig(both)).toThrow('are both set');
  });
});

test('a misspelled setting is invalid', () => {
  const given = { CARILLON_PORT: 'none', carillon_log: 'debug' };
  const { problems } = catchError(() => readConfig(given)) as ConfigError;
  expect(problems).toEqual([
    expect.stringContaining('carillon_log is not a Carillon setting. Did you mean CARILLON_LOG?'),
    expect.stringContaining('CARILLON_PORT must be a port'),
  ]);
});

test('the public address is refused with credentials, a query or a fragment', () => {
  for (const address of [
    'https://me:word@a.example',
    'https://a.example/?x=1',
    'https://a.example#x',
  ]) {
    expect(() => readConfig({ CARILLON_PUBLIC_URL: address })).toThrow('CARILLON_PUBLIC_URL');
  }
  const { publicUrl } = readConfig({ CARILLON_PUBLIC_URL: 'https://a.example/carillon/' });
  expect(publicUrl).toBe('https://a.example/carillon');
});

test('mail needs a sender and a public address, and TLS outside private networks', () => {
  const mail = (change: Record<string, string>) =>
    readConfig({
      CARILLON_SMTP_URL: 'smtp://me:word@mail.example.com',
      CARILLON_MAIL_FROM: 'Carillon <carillon@example.com>',
      CARILLON_PUBLIC_URL: 'https://carillon.example.com',
      ...change,
    }).mail;
  expect(mail({})).toEqual({
    url: 'smtp://me:word@mail.example.com',
    from: 'Carillon <carillon@example.com>',
    needsTls: true,
  });
  for (const host of ['localhost', '127.0.0.1', '10.1.2.3', '172.31.0.1', '[::1]', '[fd00::5]']) {
    expect(mail({ CARILLON_SMTP_URL: `smtp://${host}:25` })?.needsTls, host).toBe(false);
  }
  for (const host of ['172.32.0.1', '8.8.8.8', 'localhost.example.com', '[2001:db8::1]']) {
    expect(mail({ CARILLON_SMTP_URL: `smtp://${host}` })?.needsTls, host).toBe(true);
  }
  expect(mail({ CARILLON_SMTP_PLAIN: 'yes' })?.needsTls).toBe(false);
  for (const name of ['CARILLON_MAIL_FROM', 'CARILLON_PUBLIC_URL']) {
    expect(() => mail({ [name]: '' })).toThrow(
      'CARILLON_SMTP_URL requires CARILLON_MAIL_FROM and CARILLON_PUBLIC_URL.',
    );
  }
  expect(() => mail({ CARILLON_MAIL_FROM: 'Carillon' })).toThrow('must be an e-mail address');
  expect(() => mail({ CARILLON_SMTP_URL: 'mail.example.com' })).toThrow('must be a URL');
});

test('a provider needs its client, the secret and a public address, and https outside private networks', () => {
  const oidc = (change: Record<string, string>) =>
    readConfig({
      CARILLON_OIDC_ISSUER: 'https://login.example.com/realm',
      CARILLON_OIDC_CLIENT_ID: 'carillon',
      CARILLON_OIDC_CLIENT_SECRET: 'secret',
      CARILLON_PUBLIC_URL: 'https://carillon.example.com',
      ...change,
    }).oidc;
  expect(oidc({})).toEqual({
    issuer: 'https://login.example.com/realm',
    clientId: 'carillon',
    clientSecret: 'secret',
    name: 'your organization',
  });
  expect(oidc({ CARILLON_OIDC_NAME: 'Acme' })?.name).toBe('Acme');
  expect(oidc({ CARILLON_OIDC_ISSUER: 'http://10.0.0.5:8080' })?.issuer).toBe(
    'http://10.0.0.5:8080',
  );
  for (const issuer of [
    'http://login.example.com',
    'login.example.com',
    'https://a:b@example.com',
  ]) {
    expect(() => oidc({ CARILLON_OIDC_ISSUER: issuer }), issuer).toThrow('must be');
  }
  for (const part of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL']) {
    expect(() => oidc({ [`CARILLON_${part}`]: '' }), part).toThrow('CARILLON_OIDC_ISSUER requires');
  }
});
