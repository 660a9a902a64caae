import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, clockLibrary, describeSettings, readConfig } from './config.ts';

test('nothing needs to be set', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 4400,
    dataFolder: resolve('.carillon'),
    databaseUrl: undefined,
    demoPassword: undefined,
    logLevel: 'warn',
    trustedProxies: [],
    stopGraceSeconds: 10,
    clockLibrary: {},
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
    CARILLON_DEMO_PASSWORD: 'open_sesame',
    CARILLON_LOG: 'debug',
    CARILLON_TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8,2001:db8::/32',
    CARILLON_PUBLIC_URL: 'https://carillon.example.com/',
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
    demoPassword: 'open_sesame',
    logLevel: 'debug',
    trustedProxies: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
    publicUrl: 'https://carillon.example.com',
    stopGraceSeconds: 30,
    clockLibrary: {},
    simulation: { seed: 42, speed: 60, start: new Date('2026-11-20T19:00:00Z') },
  });
});

test('bad values are all named at once, each with what it must be', () => {
  const bad = {
    CARILLON_PORT: '70000',
    DATABASE_URL: 'mysql://root:topsecret@db/x',
    CARILLON_LOG: 'loud',
    CARILLON_SIM_SPEED: '-1',
    CARILLON_SIM_START: 'yesterday',
    CARILLON_SIM_SEED: '1.5',
    CARILLON_HOST: 'no such host',
    CARILLON_DEMO_PASSWORD: 'with blank',
    CARILLON_TRUSTED_PROXY: '127.0.0.1,proxy.example',
    CARILLON_PUBLIC_URL: 'carillon.example.com',
    CARILLON_STOP_GRACE: 'long',
  };
  const failure = catchError(() => readConfig(bad));
  expect(failure).toBeInstanceOf(ConfigError);
  const { problems } = failure as ConfigError;
  expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual(Object.keys(bad).sort());
  expect(problems).toContain('CARILLON_PORT must be a port from 1 to 65535 (it is «70000»).');
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

test('the list of settings shows no secret', () => {
  const lines = describeSettings({
    DATABASE_URL: 'postgresql://me:topsecret@db/carillon',
    CARILLON_DEMO_PASSWORD: 'topsecret',
  });
  expect(lines).toHaveLength(12);
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

test('under libfaketime the embedded PostgreSQL is told the same time, and nothing else of the environment', () => {
  const faked = { FAKETIME: '+3600s', LD_PRELOAD: '/lib/libfaketime.so.1', PGUSER: 'me' };
  expect(clockLibrary(faked)).toEqual({ FAKETIME: '+3600s', LD_PRELOAD: '/lib/libfaketime.so.1' });
  expect(clockLibrary({ LD_PRELOAD: '/lib/other.so' })).toEqual({});
});
