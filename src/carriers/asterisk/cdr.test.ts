import { expect, test } from 'vitest';
import { recordOfRow } from './cdr.ts';

/** A row as Asterisk 22 writes it with deploy/asterisk/cdr.conf. */
const row = (id: string, start = '2026-11-23 05:40:38') => [
  ...['', '+12125550199', 's', 'carillon-amd', '"Bank of Ohio" <+12125550199>'],
  ...['PJSIP/trunk-00000002', '', 'AppDial2', '(Outgoing Line)', start, '', '2026-11-23 05:40:53'],
  ...['15', '0', 'NO ANSWER', 'DOCUMENTATION', id],
];

test('a call to a customer gives its attempt and its start in UTC', () => {
  const record = { channel: 'voice', attemptId: '1-7-12', at: Date.parse('2026-11-23T05:40:38Z') };
  expect(recordOfRow(row('1-7-12'))).toEqual(record);
  expect(recordOfRow([...row('1-7-12'), 'userfield', 'peer'])).toEqual(record);
});

test('a leg to an agent, a foreign call and half a row are not calls to customers', () => {
  expect(recordOfRow(row('1-7-12-agent'))).toBeUndefined();
  expect(recordOfRow(row('recording-5'))).toBeUndefined();
  expect(recordOfRow(row('1763881238.17'))).toBeUndefined();
  expect(recordOfRow(row('1-7-12', ''))).toBeUndefined();
  expect(recordOfRow(row('1-7-12').slice(0, 12))).toBeUndefined();
  expect(recordOfRow(row('1-7-12').slice(0, -1))).toBeUndefined();
});
