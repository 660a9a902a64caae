import { expect, test } from 'vitest';
import type { CarrierProfile } from '../../src/carriers/simulated/profile.ts';
import { asClient } from '../../src/db/database.ts';
import { ensureCallRecordMonth } from '../../src/db/queries/call-record-month.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { recordResults } from '../../src/db/queries/record.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine } from './test-engine.ts';
import {
  afternoon,
  type CampaignWish,
  campaignState,
  makeCampaign,
  makeList,
  vault,
} from './world.ts';

const db = await freshDatabase();
const nobody = { person: 0, machine: 0, busy: 0, failed: 0, hangsUpEarly: 0, pressesNine: 0 };

interface Row {
  result: string;
  duration: number;
  billed_duration: number;
  minute_cost: number;
  cost: number;
  answered_at: Date | null;
  finished_at: Date;
  started_at: Date;
  call_list_name: string;
  campaign_name: string;
  caller_id: string;
  caller_id_type: number;
  call_type: string;
  last_name: string;
  ssn_index: Buffer | null;
  ssn_last4_index: Buffer | null;
  dob_index: Buffer | null;
  dob_year_index: Buffer | null;
}

/** Calls 20 numbers that all behave alike; returns their records. */
async function callAll(profile: Partial<CarrierProfile>, wish: CampaignWish = {}) {
  const campaign = await makeCampaign(db, wish);
  await makeList(db, campaign, { entries: 20 });
  const { engine, run, runUntil } = makeEngine(db, { profile: { ...nobody, ...profile } });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await run(1_000);
  await engine.stop();
  const books = await recount(db, campaign.clientId);
  expect(books).toMatchObject({ attempts: 20, callRecords: 20, mismatches: 0, wrongCounts: [] });
  const rows = await asClient(db, campaign.clientId, (tx) =>
    tx.rows<Row>('SELECT * FROM call_record WHERE client_id = $1 ORDER BY entry_id', [
      campaign.clientId,
    ]),
  );
  return { rows, campaign };
}

test('a person hears the customer message to its end and pays for it', async () => {
  const { rows } = await callAll({ person: 1 });
  for (const row of rows) {
    expect(row).toMatchObject({ result: 'person', duration: 20, billed_duration: 30 });
    expect(row).toMatchObject({ minute_cost: 20_000, cost: 10_000, call_type: 'Outbound' });
    expect(row).toMatchObject({ caller_id: '12125550199', caller_id_type: 2 });
    expect(row.finished_at.getTime() - (row.answered_at?.getTime() ?? 0)).toBe(20_000);
    expect(row.answered_at?.getTime()).toBeGreaterThan(row.started_at.getTime());
    expect(row.campaign_name).toMatch(/^Campaign/);
    expect(row.call_list_name).toMatch(/^List/);
  }
});

test('a person who hangs up early pays for what was heard', async () => {
  const { rows } = await callAll({ person: 1, hangsUpEarly: 1 });
  expect(rows.every((row) => row.result === 'person' && row.duration <= 20)).toBe(true);
  expect(rows.some((row) => row.duration < 15)).toBe(true);
});

test('a machine gets its message after its greeting', async () => {
  const { rows } = await callAll({ machine: 1, greeting: [7_000, 7_000] });
  for (const row of rows) expect(row).toMatchObject({ result: 'machine', duration: 22 });
});

test('no message for the one who answered: the call is hung up at once', async () => {
  const toMachines = await callAll({ person: 1 }, { customerMessage: null });
  for (const row of toMachines.rows) {
    expect(row).toMatchObject({ result: 'person', duration: 0, billed_duration: 30 });
  }
  const toPersons = await callAll({ machine: 1 }, { machineMessage: null });
  for (const row of toPersons.rows) expect(row).toMatchObject({ result: 'machine', duration: 0 });
});

test('busy, failed and unanswered calls cost nothing', async () => {
  for (const [profile, result] of [
    [{ busy: 1 }, 'busy'],
    [{ failed: 1 }, 'failed'],
    [{}, 'no_answer'],
  ] as const) {
    const { rows } = await callAll(profile);
    for (const row of rows) {
      expect(row).toMatchObject({ result, duration: 0, billed_duration: 0, cost: 0 });
      expect(row.answered_at).toBeNull();
    }
  }
});

test('a record carries the blind indexes of its sealed values', async () => {
  const { rows, campaign } = await callAll({ busy: 1 });
  const { clientId } = campaign;
  const sealed = rows[9];
  expect(sealed?.ssn_index).toEqual(vault.ssnIndex(clientId, '812675363'));
  expect(sealed?.ssn_last4_index).toEqual(vault.ssnLast4Index(clientId, '5363'));
  expect(sealed?.dob_index).toEqual(vault.dobIndex(clientId, '1940-10-25'));
  expect(sealed?.dob_year_index).toEqual(vault.dobYearIndex(clientId, '1940'));
  expect(rows[0]).toMatchObject({ ssn_index: null, dob_index: null, last_name: 'Person 1' });
});

test('pressing 9 puts the number on the do-not-call list and bars its waiting entries', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 60 });
  const { clientId } = campaign;
  const first = await makeList(db, campaign, { entries: 1, firstPhone: 12_125_550_123 });
  const second = await makeList(db, campaign, { entries: 1, firstPhone: 12_125_550_123 });
  const { engine, runUntil } = makeEngine(db, {
    profile: { ...nobody, person: 1, pressesNine: 1 },
  });
  await requestStart(db, clientId, campaign.campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  const blocked = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT phone, source FROM do_not_call WHERE client_id = $1', [clientId]),
  );
  expect(blocked).toEqual([{ phone: '12125550123', source: 'key' }]);
  const counts = await asClient(db, clientId, (tx) =>
    tx.rows(
      `SELECT call_list_id, attempted, person, barred FROM call_list_count
       WHERE client_id = $1 ORDER BY call_list_id`,
      [clientId],
    ),
  );
  expect(counts).toEqual([
    { call_list_id: first, attempted: 1, person: 1, barred: 0 },
    { call_list_id: second, attempted: 0, person: 0, barred: 1 },
  ]);
  expect((await recount(db, clientId)).wrongCounts).toEqual([]);
});

test('a result that stands twice in a batch is recorded once', async () => {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 1 });
  const at = new Date(afternoon);
  await asClient(db, clientId, async (tx) => {
    await ensureCallRecordMonth(tx, at);
    await tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id, attempted_at)
       VALUES ($1, $2, 1, $3, '12125550123', gen_random_uuid(), $4)`,
      [clientId, callListId, campaignId, at],
    );
    await tx.run('UPDATE list_entry SET state = 1 WHERE client_id = $1 AND call_list_id = $2', [
      clientId,
      callListId,
    ]);
    await tx.run('UPDATE call_list_count SET attempted = 1 WHERE client_id = $1', [clientId]);
  });
  const ended = { callListId, entryId: 1, answeredAt: null, finishedAt: afternoon, note: null };
  const twice = [
    { ...ended, result: 'busy' },
    { ...ended, result: 'unknown' },
  ] as const;
  expect(await asClient(db, clientId, (tx) => recordResults(tx, vault, clientId, twice))).toBe(1);
  const books = await recount(db, clientId);
  expect(books).toMatchObject({ callRecords: 1, openAttempts: 0, mismatches: 0, wrongCounts: [] });
});
