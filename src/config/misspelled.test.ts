import { expect, test } from 'vitest';
import { misspelled } from './misspelled.ts';

const url = 'postgresql://me:word@db/carillon';

test('a misspelled setting is an error that names the nearest one', () => {
  const CARILLON_PROT = '4400';
  const names = { CARILLON_PROT, CARILLON_METRIC: 'off', CARILLON_LOGS: '' };
  expect(misspelled(names)).toEqual([
    'CARILLON_METRIC is not a Carillon setting. Did you mean CARILLON_METRICS? Run "carillon config" for a list.',
    'CARILLON_PROT is not a Carillon setting. Did you mean CARILLON_PORT? Run "carillon config" for a list.',
  ]);
});

test.each([
  ['CARILON_PORT', 'CARILLON_PORT'],
  ['CARRILLON_PORT', 'CARILLON_PORT'],
  ['CARRILON_PORT', 'CARILLON_PORT'],
  ['KARILLON_DATA', 'CARILLON_DATA'],
  ['carillon_port', 'CARILLON_PORT'],
  ['Carillon_Port', 'CARILLON_PORT'],
  ['CARILLONPORT', 'CARILLON_PORT'],
  ['CARILONPORT', 'CARILLON_PORT'],
  ['CARILLON_', 'CARILLON_LOG'],
  ['CARILLON_DATABASE_URL', 'DATABASE_URL'],
  ['CARILLON_DATABASE_URL_FILE', 'DATABASE_URL_FILE'],
  ['CARILLON_DIRECT_URL', 'DATABASE_DIRECT_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABSE_ULR', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
  ['DATABASE_DIRECT_URI', 'DATABASE_DIRECT_URL'],
])('%s is an error, and %s is suggested', (name, meant) => {
  expect(misspelled({ [name]: 'set' })).toEqual([
    `${name} is not a Carillon setting. Did you mean ${meant}? Run "carillon config" for a list.`,
  ]);
  expect(misspelled({ [name]: '' })).toEqual([]);
});

test('a misspelled direct address is an error beside the address that is right', () => {
  expect(misspelled({ DATABASE_URL: url, DATABASE_DIRECT_URI: url })).toHaveLength(1);
});

test('variables of other programs are ignored', () => {
  const theirs = [
    ...['DATABASE_PASSWORD', 'DATABASE_HOST', 'DATABASE_NAME', 'DATABASE_USER', 'DATABASE_PORT'],
    ...['DATABASE_SSL', 'DATABASE_DB', 'DATABASE', 'DATABASE_URL2', 'DATABASE_URL_TEST', 'DB_URL'],
    ...['DATABASE1_URL', 'DATABASE2_URL'],
    ...['POSTGRES_URL', 'PAPILLON_PORT', 'CARBON_PORT', 'CARILLON', 'PORT', 'HOME', 'PATH', 'LOG'],
    ...['CARILLON_CHROMIUM', 'CARILLON_VERSION'],
  ];
  expect(misspelled(Object.fromEntries(theirs.map((name) => [name, 'set'])))).toEqual([]);
  expect(misspelled({ DATABASE_URL: url, DATABASE_URI: url })).toEqual([]);
  expect(misspelled({ DATABASE_URL_FILE: '/run/url', DATABASE_URLS: url })).toEqual([]);
});
