/** What the engine writes of how a call or text ended, beside its result. */
import { expect, test } from 'vitest';
import type { CallCourse } from '../../src/contract/call-course.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { outcomeAt, outcomeSql } from '../../src/db/record-outcome.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeLinkback, makeLinkbackEngine } from './linkback-world.ts';
import { changingSubmissions, lost, textReceiptWorld } from './text-receipt-world.ts';
import { inboundText } from './text-world.ts';
import { campaignState, makeList } from './world.ts';

interface Row {
  result: string;
  position: number;
  keys: string;
  version: number | null;
  words: string;
  course: CallCourse | null;
  abandoned: boolean;
  callType: string;
}

const recordsOf = (db: Awaited<ReturnType<typeof freshDatabase>>, clientId: number) =>
  asClient(db, clientId, (tx) =>
    tx.rows<Row>(
      `SELECT result, (${outcomeSql}) AS position, key_pressed AS keys, message_version AS version,
         carrier_words AS words, course, abandoned, call_type AS "callType"
       FROM call_record WHERE client_id = $1 ORDER BY entry_id`,
      [clientId],
    ),
  );

test('keys, agents, the message and its version are those of the call; 9 is an opt-out', async () => {
  const db = await freshDatabase();
  const campaign = await makeLinkback(db, { agentCount: 4, callRatio: 3 });
  await makeList(db, campaign, { entries: 60 });
  const profile = { person: 0.7, machine: 0.1, pressesOne: 0.5, pressesNine: 0.3 };
  const { runUntil, engine } = makeLinkbackEngine(db, { profile });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).completed, 500);
  await engine.stop();
  const rows = await recordsOf(db, campaign.clientId);
  const blocked = await asClient(db, campaign.clientId, (tx) =>
    tx.rows(`SELECT FROM do_not_call WHERE client_id = $1 AND source = 'key'`, [campaign.clientId]),
  );
  const of = (outcome: string) => rows.filter(({ position }) => outcomeAt(position) === outcome);
  // A run without these would prove nothing.
  expect(of('opted_out').length).toBeGreaterThan(3);
  expect(of('abandoned').length).toBeGreaterThan(0);
  // After the apology somebody may press 9, too: then the call is abandoned all the same.
  const both = of('abandoned').filter(({ keys }) => keys.endsWith('9'));
  expect(of('opted_out').length + both.length).toBe(blocked.length);
  expect(of('abandoned')).toHaveLength(rows.filter(({ abandoned }) => abandoned).length);
  for (const row of of('opted_out')) expect(row).toMatchObject({ result: 'person' });
  for (const { keys } of of('opted_out')) expect(keys).toMatch(/9$/);
  for (const row of rows) {
    const { keys, version, course } = row;
    expect(keys).toBe((course?.keys ?? []).map(([key]) => key).join(', '));
    expect(version).toBe(course?.message?.version ?? null);
    expect(row.callType === 'Transfer').toBe(course?.connectedAt !== undefined);
    if (row.callType === 'Transfer' || row.abandoned) expect(keys).toMatch(/^1/);
  }
  const answered = rows.filter(({ result }) => result === 'person');
  expect(answered.every(({ course }) => course?.message && course.endedBy)).toBe(true);
  for (const row of rows.filter(({ result }) => !['person', 'machine'].includes(result))) {
    expect(row).toMatchObject({ course: null, keys: '', version: null });
  }
});

const { db, textingOn } = await textReceiptWorld();

test('a reply and a STOP change the outcome of the text that they refer to, before and after its receipt', async () => {
  const run = await textingOn((carrier) => carrier);
  const outcomes = async () =>
    (await recordsOf(db, run.clientId)).map(({ position }) => outcomeAt(position));
  await run.run(3_000);
  const say = (at: number, ref: string, body: string) => {
    const [sent] = run.carrier.sent.slice(at);
    const { to: phone, from: textingNumber } = sent ?? { to: '', from: '' };
    run.carrier.emit(inboundText({ ref, phone, textingNumber, at: run.clock.now(), body }));
  };
  for (const at of [0, 1, 2]) run.carrier.emit(run.receipt(at));
  await run.run(1_000);
  expect(await outcomes()).toEqual(['delivered', 'delivered', 'delivered']);
  say(0, 'r-0', 'Who is this?');
  say(1, 'r-1', 'STOP');
  // Its record is not there yet.
  say(3, 'r-3', 'Call me after 5');
  await run.run(2_000);
  run.carrier.emit(run.receipt(3));
  await run.run(1_000);
  expect(await outcomes()).toEqual(['replied', 'opted_out', 'delivered', 'replied']);
  await run.end();
});

test("a text whose outcome was unknown gets the receipt's, and loses the former words", async () => {
  const run = await textingOn(
    changingSubmissions((submission, n) => (n === 1 ? lost : submission)),
  );
  await run.run(20_000);
  const second = async () => (await recordsOf(db, run.clientId))[0];
  const before = await second();
  expect(outcomeAt(before?.position ?? -1)).toBe('unknown');
  expect(before?.words).not.toBe('');
  run.carrier.emit(run.receipt(1, { carrierRef: 'an unknown id' }));
  await run.run(1_000);
  const after = await second();
  expect(outcomeAt(after?.position ?? -1)).toBe('delivered');
  expect(after?.words).toBe('');
  await run.end();
});
