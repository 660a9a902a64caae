import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { dropProcess, writeProcess } from '../../src/db/queries/process.ts';
import { compact } from '../../src/db/retention/compact.ts';
import { commandsOn } from '../cli/command-run.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const { clientId } = await makeClient(db);
const jobs = { processId: randomUUID(), host: 'east', pid: 77, version: '1', roles: ['jobs'] };
const comes = () => asPlatform(db, (tx) => writeProcess(tx, jobs, 3_600));
const goes = () => asPlatform(db, (tx) => dropProcess(tx, jobs.processId));

test('while any process is at work no table is touched, and the command says who it is', async () => {
  await comes();
  expect(await compact(db)).toMatchObject({ done: [], busy: [{ host: 'east', pid: 77 }] });
  const refused = await commandsOn(db.url)('retention', 'compact');
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('Carillon is running (process 77 on east). Stop it first');
  await goes();
  const allowed = async () => {
    const rows = await asClient(db, clientId, (tx) =>
      tx.rows<{ allowed: Buffer }>('SELECT allowed FROM attempt WHERE client_id = $1', [clientId]),
    );
    return rows.map((row) => row.allowed.toString('hex'));
  };
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, allowed)
       VALUES ($1, 1, 1, 1, '13025550148', gen_random_uuid(), '2026-06-15', '\\x0102')`,
      [clientId],
    ),
  );
  expect((await commandsOn(db.url)('retention', 'compact')).code).toBe(0);
  expect(await allowed()).toEqual(['0102']);
});

test('one that is started meanwhile keeps the tables that are left', async () => {
  const begun: string[] = [];
  const { done, busy } = await compact(db, async (table) => {
    begun.push(table);
    if (begun.length === 3) await comes();
  });
  expect(done.map(({ table }) => table)).toEqual(begun.slice(0, 2));
  expect(busy).toMatchObject([{ pid: 77 }]);
  await goes();
});
