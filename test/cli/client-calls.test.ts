import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Note } from '../../src/contract/note.ts';
import { asClient } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { noteSentence } from '../../src/domain/reason-sentences.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
const carillon = commandsOn(db.url);
const forbidden: Note = { code: 'call_refused', sip: 403 };

beforeAll(async () => {
  const vault = createVault(randomBytes(32));
  const { clientId } = await makeClient(db, { code: 'acme' });
  const other = await makeClient(db, { code: 'other' });
  await makeClient(db, { code: 'new' });
  const refused = { phone: '12125550100', campaignName: 'Trial' };
  await addCallRecords(db, clientId, vault, [
    { ...refused, startedAt: '2026-11-18T15:00:00Z' },
    { ...refused, startedAt: '2026-11-20T15:00:00Z' },
    { ...refused, startedAt: '2026-11-20T15:05:00Z', phone: '12125550101' },
    { startedAt: '2026-11-20T16:30:00Z', phone: '12125550102' },
  ]);
  await addCallRecords(db, other.clientId, vault, [{ ...refused }]);
  const twilio = await makeClient(db, { code: 'twilio' });
  const startedAt = '2026-11-20T15:00:00Z';
  await addCallRecords(db, twilio.clientId, vault, [
    { startedAt, phone: '12125550103' },
    { startedAt, phone: '12125550104' },
  ]);
  const newKind = await makeClient(db, { code: 'newkind' });
  await addCallRecords(db, newKind.clientId, vault, [
    { startedAt, phone: '12125550105' },
    { startedAt, phone: '12125550106' },
  ]);
  for (const id of [clientId, other.clientId, twilio.clientId, newKind.clientId]) {
    await asClient(db, id, (tx) =>
      tx.run(
        `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
           attempted_at, finished_at, result, carrier_note)
         SELECT client_id, call_list_id, entry_id, campaign_id, phone, gen_random_uuid(),
           started_at, finished_at, CASE WHEN phone = '12125550102' THEN 'person' ELSE 'failed' END,
           CASE WHEN phone = '12125550102' THEN NULL
             WHEN phone < '12125550103' THEN $1::jsonb
             ELSE jsonb_build_object('code', 'not_accepted', 'what', 'call',
                 'said', 'The number ' || phone || ' is not valid.')
               || CASE WHEN phone < '12125550105' THEN '{"twilio": 21211}'::jsonb
                 ELSE '{"error": "E17"}'::jsonb END
             END
         FROM call_record`,
        [JSON.stringify(forbidden)],
      ),
    );
  }
});

/** A row of the table with what is noted of the calls that failed. */
const row = (before: string, after: string) =>
  new RegExp(`^${before} +${noteSentence(forbidden).replaceAll(/[().]/g, '\\$&')} *${after}$`);
const lines = ({ out }: { out: string }) => out.split('\n').map((line) => line.trim());

test("an operator sees how a client's calls ended and what the carrier said, for the last day or longer", async () => {
  expect(lines(await carillon('client', 'calls', 'acme'))).toEqual([
    expect.stringMatching(/^COUNT +RESULT +THE CARRIER SAID +LAST \(EASTERN\)$/),
    expect.stringMatching(row('2 +failed', '2026-11-20 10:05')),
    expect.stringMatching(/^1 +person +- +2026-11-20 11:30$/),
  ]);
  const [, most] = lines(await carillon('client', 'calls', 'acme', '--hours=72'));
  expect(most).toMatch(/^3 +failed/);
});

test('for one number every call is shown, newest first, and none of another client', async () => {
  expect(lines(await carillon('client', 'calls', 'acme', '--number=212-555-0100'))).toEqual([
    expect.stringMatching(/^STARTED \(EASTERN\) +CAMPAIGN +RESULT +THE CARRIER SAID$/),
    expect.stringMatching(row('2026-11-20 10:00 +Trial +failed', '')),
    expect.stringMatching(row('2026-11-18 10:00 +Trial +failed', '')),
  ]);
});

test('JSON says the code and its facts beside the sentence', async () => {
  const { out } = await carillon('client', 'calls', 'acme', '--json');
  expect(JSON.parse(out)).toMatchObject([
    {
      result: 'failed',
      count: 2,
      note: forbidden,
      said: noteSentence(forbidden),
    },
    { result: 'person', count: 1, note: null, said: null },
  ]);
  const one = await carillon('client', 'calls', 'acme', '--number=212-555-0101', '--json');
  expect(JSON.parse(one.out)).toMatchObject([{ campaignName: 'Trial', note: forbidden }]);
});

test('calls that the carrier refused with one error code are counted together, whatever number the message names', async () => {
  for (const client of ['twilio', 'newkind']) {
    expect(lines(await carillon('client', 'calls', client))).toEqual([
      expect.stringMatching(/^COUNT/),
      expect.stringMatching(/^2 +failed /),
    ]);
  }
});

test('a client without calls, a number without calls and an invalid number of hours get a sentence', async () => {
  expect((await carillon('client', 'calls', 'new')).out).toBe(
    'No call or text of "new" has ended.',
  );
  expect((await carillon('client', 'calls', 'acme', '--number=2125550199')).out).toBe(
    'No call or text to 212-555-0199 has ended.',
  );
  for (const hours of ['0', '9000', '1.5', 'two']) {
    expect(await carillon('client', 'calls', 'acme', `--hours=${hours}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`"${hours}" is not a number of hours from 1 to 8784.`),
    });
  }
});
