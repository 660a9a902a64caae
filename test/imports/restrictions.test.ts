/** Which numbers an upload leaves out: doubled ones, those called since a day, those not to be called. */
import { expect, test } from 'vitest';
import { asClient, type Tx } from '../../src/db/database.ts';
import { beginLoad } from '../../src/db/queries/call-list-load.ts';
import { removeCalledSince } from '../../src/db/queries/call-list-restrict.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { mapping, type Result, uploadWorld } from './upload-world.ts';
import { type UploadGiven, uploadForm } from './uploads.ts';

const { db, api, clientId, me, campaignId, upload, inClient, phonesOf, blockNumbers } =
  await uploadWorld();

async function call(phone: string, at: string) {
  await asClient(db, clientId, (tx) => tx.run('SELECT ensure_call_record_month($1)', [at]));
  await inClient(
    `INSERT INTO call_record (client_id, started_at, call_list_id, entry_id, campaign_id, duration,
       billed_duration, minute_cost, cost, result, call_type, phone, caller_id, caller_id_type,
       call_list_name, campaign_name)
     VALUES ($1, $2, 1, 1, $3, 0, 0, 0, 0, 'busy', 'Outbound', $4, '', 0, '', '')`,
    [clientId, at, campaignId, phone],
  );
}

test('restriction 1 keeps doubled numbers, 2 takes each once; do-not-call applies always', async () => {
  await blockNumbers('12125550001');
  const file =
    'Name,Phone,Cell\nA,2125550001,2125550002\nB,212-555-0002,\nC,1 212 555 0003,2125550003\nD,2125550001,\n';
  const every = await upload(file, { restriction: { restrictionType: 1 } });
  expect(await phonesOf(every)).toEqual([
    '12125550002',
    '12125550002',
    '12125550003',
    '12125550003',
  ]);
  expect(every).toMatchObject({
    accountsTotal: 4,
    accountsNotImported: 1,
    accountPhonesTotal: 6,
    accountPhonesImported: 4,
    restrictedPhoneNotCallable: 2,
  });
  const once = await upload(file, { restriction: { restrictionType: 2 } });
  expect(await phonesOf(once)).toEqual(['12125550002', '12125550003']);
  expect(once).toMatchObject({
    accountsNotImported: 2,
    accountPhonesImported: 2,
    restrictedPhoneNotCallable: 4,
  });
});

test('restriction 3, and 2 with a date, leave out what this client called since then; 1 ignores the date', async () => {
  const other = await makeClient(db);
  await call('12125550011', '2026-11-10T15:00:00Z');
  await call('12125550012', '2026-11-02T03:59:00Z');
  await call('12125550013', '2026-11-02T05:01:00Z');
  const file = 'Name,Phone,Cell\nA,2125550011,\nB,2125550012,2125550012\nC,2125550013,2125550014\n';
  const numbers = async (restrictionType: number, pastXDays: string | null) =>
    phonesOf(await upload(file, { restriction: { restrictionType, pastXDays } }));
  // A date begins at midnight Eastern: 05:00 UTC after daylight saving time.
  expect(await numbers(3, '2026-11-02')).toEqual(['12125550012', '12125550012', '12125550014']);
  expect(await numbers(2, '2026-11-02T00:00:00Z')).toEqual(['12125550014']);
  expect(await numbers(2, null)).toEqual([
    '12125550011',
    '12125550012',
    '12125550013',
    '12125550014',
  ]);
  expect(await numbers(1, '2026-11-02')).toHaveLength(5);
  const theirs = await makeCampaign(db, other.clientId, { name: 'Theirs' });
  const them = await api.signIn(other);
  const response = await them.post(
    '/api/calllist/upload',
    uploadForm(file, {
      campaignId: theirs,
      mapping,
      restriction: { restrictionType: 3, pastXDays: '2026-01-01' },
    }),
  );
  expect(response.json<Result>().accountPhonesImported).toBe(5);
});

test('a number that was texted and has no receipt yet counts as called since then', async () => {
  await inClient(
    `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
       attempted_at, receipt_until)
     SELECT $1, 77, n, $2, '1212555003' || n, gen_random_uuid(),
       ('2026-11-0' || n || 'T15:00:00Z')::timestamptz, '2026-12-01T00:00:00Z' FROM generate_series(1, 3) n`,
    [clientId, campaignId],
  );
  const file = 'Name,Phone,Cell\nA,2125550031,\nB,2125550032,\nC,2125550033,\n';
  const result = await upload(file, {
    restriction: { restrictionType: 3, pastXDays: '2026-11-02' },
  });
  expect(await phonesOf(result)).toEqual(['12125550031']);
  expect(result).toMatchObject({ restrictedPhoneNotCallable: 2, accountsNotImported: 2 });
});

test('a call that ends while the numbers called since then are looked up counts as one', async () => {
  const at = '2026-11-11T15:00:00Z';
  await inClient(
    `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id, attempted_at)
     VALUES ($1, 78, 1, $2, '12125550041', gen_random_uuid(), $3)`,
    [clientId, campaignId, at],
  );
  async function ends() {
    await inClient(
      `UPDATE attempt SET finished_at = $2, result = 'busy' WHERE client_id = $1 AND call_list_id = 78`,
      [clientId, at],
    );
    await call('12125550041', at);
  }
  const left = await asClient(db, clientId, async (tx) => {
    const load = { clientId, callListId: 990_001, phoneColumns: ['Phone'], keepsDropped: false };
    await beginLoad(tx, load);
    await tx.run(
      `INSERT INTO list_entry_990001 (client_id, call_list_id, entry_id, account_line, phone, phone_column)
       VALUES ($1, 990001, 1, 2, '12125550041', 1), ($1, 990001, 2, 3, '12125550042', 1)`,
      [clientId],
    );
    let isFirst = true;
    const between: Tx = {
      ...tx,
      async run(...statement) {
        const found = await tx.run(...statement);
        if (isFirst) await ends();
        isFirst = false;
        return found;
      },
    };
    const reason = { code: 'number_called_since', since: '11/2/2026' } as const;
    await removeCalledSince(between, load, reason, new Date('2026-11-02T05:00:00Z'));
    return tx.rows<{ phone: string }>('SELECT phone FROM list_entry_990001');
  });
  expect(left).toEqual([{ phone: '12125550042' }]);
});

test('restriction 3 without a date, and any date that lies ahead, are refused', async () => {
  const refusal = async (restriction: UploadGiven['restriction']) => {
    const file = 'Name,Phone,Cell\nA,2125550123,\n';
    const form = uploadForm(file, { campaignId, mapping, ...(restriction && { restriction }) });
    const response = await me.post('/api/calllist/upload', form);
    expect(response.status).toBe(422);
    return response.json<{ errors: { path: string; message: string }[] }>().errors;
  };
  const path = 'callListMap.restriction.pastXDays';
  expect(await refusal({ restrictionType: 3 })).toEqual([
    { path, message: 'Choose a date. Numbers called since then are left out.' },
  ]);
  const ahead = new Date(Date.now() + 49 * 3_600_000).toISOString();
  for (const pastXDays of [ahead, ahead.slice(0, 10)]) {
    for (const restrictionType of [2, 3]) {
      expect(await refusal({ restrictionType, pastXDays })).toEqual([
        { path, message: 'The date cannot be in the future.' },
      ]);
    }
  }
});
