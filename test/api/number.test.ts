import { expect, test } from 'vitest';
import { type NumberStory, numberTexts } from '../../src/contract/number.ts';
import { gateRuleNames } from '../../src/contract/rule-reading.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { freshDatabase } from '../harness/database.ts';
import { addAttempt, addEntry, at, makeNumberWorld, minutesAgo } from './number-world.ts';

const db = await freshDatabase();
const api = await testApi(db, { now: () => at });
const world = await makeNumberWorld(db);
const { clientId } = world.client;
const manager = await api.signIn(world.client);
const run = (sql: string, ...values: unknown[]) =>
  asClient(db, clientId, (tx) => tx.run(sql, [clientId, ...values]));

async function story(phone: string): Promise<NumberStory> {
  const response = await manager.get(`/api/number/${encodeURIComponent(phone)}`);
  expect(response.status, response.text).toBe(200);
  return response.json<NumberStory>();
}

const firstOf = ({ entries: [entry] }: NumberStory) => {
  if (!entry) throw new Error('no entry');
  return entry;
};

test('a zone that an order closes names it, for all of its campaigns or for some', async () => {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const terms = { kind: 'hours', days, open: null, close: null, from: '2026-11-20' };
  await run('INSERT INTO policy_book (client_id) VALUES ($1) ON CONFLICT DO NOTHING');
  await run(
    `INSERT INTO policy_rule (client_id, campaign_id, state, channel, terms, source)
     VALUES ($1, $2, 'FL', 'any', $3, 'Order 26-1')`,
    ...[world.campaignId, { ...terms, until: '2026-11-22' }],
  );
  // It narrows the hours of the day after the order, and is no order.
  await run(`INSERT INTO policy_rule (client_id, channel, terms) VALUES ($1, 'any', $2)`, {
    ...{ ...terms, open: '09:00', close: '20:00', from: null, until: null },
  });
  const zoneOf = async () => (await story('13055550148')).zones[0];
  await addEntry(db, world, { phone: '13055550148', usState: 'FL' });
  expect(await zoneOf()).toMatchObject({
    ...{ zone: 'America/New_York', open: false, opens: '2026-11-23T14:00:00.000Z' },
    closedBy: { all: true, rule: { state: 'FL', source: 'Order 26-1' } },
  });
  const { rules } = firstOf(await story('13055550148'));
  expect(rules.find(({ rule }) => rule === 'calling_hours')?.read).toMatchObject({
    ...{ open: false, rule: { source: 'Order 26-1' } },
  });
  await run(
    `UPDATE policy_rule SET terms = terms || '{"until": "2027-01-31"}'
     WHERE client_id = $1 AND source IS NOT NULL`,
  );
  expect(await zoneOf()).toMatchObject({ open: false, closedBeyond: true });
  // No rule is about the texts.
  await addEntry(db, world, {
    ...{ phone: '13055550148', usState: 'FL', name: 'Texts', campaignId: world.textCampaignId },
  });
  const open = await zoneOf();
  expect(open).toMatchObject({
    ...{ open: true, closes: '2026-11-21T01:00:00.000Z' },
    closedBy: { all: false, rule: { source: 'Order 26-1' } },
  });
  expect(open).not.toHaveProperty('closedBeyond');
  await run('DELETE FROM policy_rule WHERE client_id = $1');
});

test('a number says where it may be, what it waits for and until when', async () => {
  await addEntry(db, world, { phone: '19075550148', zipCode: '98109', name: 'November' });
  const shown = await story('19075550148');
  expect(shown).toMatchObject({ phone: '19075550148', at: at.toISOString(), entryCount: 1 });
  const zones = Object.fromEntries(shown.zones.map(({ zone, ...facts }) => [zone, facts]));
  expect(zones['America/Anchorage']).toEqual({
    because: [{ code: 'area_code', value: '907' }],
    localTime: '06:42',
    open: false,
    opens: '2026-11-20T17:00:00.000Z',
    closes: '2026-11-21T06:00:00.000Z',
  });
  expect(zones['America/Los_Angeles']?.because).toEqual([{ code: 'zip_code', value: '98109' }]);
  const entry = firstOf(shown);
  expect(entry).toMatchObject({
    ...{ callListName: 'November', campaignName: 'Calls', running: true, line: 9 },
    ...{ column: 'CELL_PH', firstName: 'Ruth', externalId: 'HRO-1' },
    verdict: {
      ...{ kind: 'wait', reason: 'calling_hours', zone: 'America/Adak' },
      until: '2026-11-20T18:00:00.000Z',
    },
    chance: { at: '2026-11-20T18:00:00.000Z', because: 'hours' },
  });
  // In the gate's order; what comes after the rule that decided was not asked.
  expect(entry.rules.map(({ rule }) => rule)).toEqual(gateRuleNames);
  const hours = gateRuleNames.indexOf('calling_hours');
  expect(entry.rules.map(({ passed }) => passed)).toEqual(
    gateRuleNames.map((_, n) => (n < hours ? true : n === hours ? false : null)),
  );
  expect(entry.rules[hours]?.read).toEqual({
    ...{ opens: '08:00', closes: '21:00', open: false, zone: 'America/Adak', rule: null },
    until: '2026-11-20T18:00:00.000Z',
  });
  expect(entry.rules.at(-1)?.read).toBeNull();
});

test('a number is found however it is written, and a wrong one says what is wanted', async () => {
  await addEntry(db, world, { phone: '12125550101' });
  for (const text of ['12125550101', '2125550101', '(212) 555-0101', '+1 212-555-0101']) {
    expect((await story(text)).phone).toBe('12125550101');
  }
  for (const text of ['123', '442071234567', 'Ann', '2115550101']) {
    const wrong = await manager.get(`/api/number/${text}`);
    expect(wrong.status).toBe(422);
    expect(wrong.json()).toMatchObject({ detail: numberTexts.invalid });
  }
});

test("a number without any trace is not found, and neither is another client's", async () => {
  const other = await makeNumberWorld(db);
  await addEntry(db, other, { phone: '12125550102' });
  for (const phone of ['12125550102', '12125550103']) {
    const response = await manager.get(`/api/number/${phone}`);
    expect(response.status).toBe(404);
  }
});

test('one that may be called says until when, also while its campaign is stopped', async () => {
  const stopped = await makeNumberWorld(db, false);
  const phone = '12125550104';
  await addEntry(db, stopped, { phone });
  await addEntry(db, stopped, { phone, campaignId: stopped.textCampaignId });
  const shown = await (await api.signIn(stopped.client)).get(`/api/number/${phone}`);
  const { entries } = shown.json<NumberStory>();
  expect(entries).toHaveLength(2);
  for (const entry of entries) {
    expect(entry.verdict).toMatchObject({ kind: 'call', until: '2026-11-21T01:59:58.000Z' });
    expect(entry.rules.every(({ passed }) => passed)).toBe(true);
    expect(entry).toMatchObject({ running: false, chance: { because: 'not_started' } });
  }
  expect(entries.map(({ campaignType }) => campaignType).sort()).toEqual([1, 3]);
});

test('no start of a schedule is named as its chance where only a person can start the campaign', async () => {
  const stopped = await makeNumberWorld(db, false);
  const phone = '12125550124';
  await addEntry(db, stopped, { phone });
  const reader = await api.signIn(stopped.client);
  const because = async () =>
    firstOf((await reader.get(`/api/number/${phone}`)).json<NumberStory>()).chance?.because;
  const change = (sql: string) =>
    asClient(db, stopped.client.clientId, (tx) =>
      tx.run(`UPDATE campaign SET ${sql} WHERE client_id = $1`, [stopped.client.clientId]),
    );
  await change(`start_automatically = true, start_time = '13:00', start_weekdays = '1111111'`);
  expect(await because()).toBe('hours');
  await change('trunk_stopped = true');
  expect(await because()).toBe('not_started');
  await change('trunk_stopped = false');
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET launch_approval = true WHERE client_id = $1', [
      stopped.client.clientId,
    ]),
  );
  expect(await because()).toBe('not_started');
  await change('approved_at = created');
  expect(await because()).toBe('hours');
});

test('the next chance goes from one obstacle to the next, and is cut by the schedule', async () => {
  const phone = '12125550105';
  const list = await addEntry(db, world, { phone, state: 1 });
  // The gap ends at 11:42 PM, the hours have ended by then; the campaign runs from 9 AM on.
  await addAttempt(db, world, {
    ...{ phone, callListId: list, attemptedAt: minutesAgo(11 * 60), result: 'busy' },
  });
  await addEntry(db, world, { phone, name: 'Again' });
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET least_gap_hours = 24 WHERE client_id = $1', [clientId]),
  );
  await run(
    `UPDATE campaign SET start_automatically = true, stop_automatically = true,
       start_time = '09:00', stop_time = '17:00', start_weekdays = '1111100',
       stop_weekdays = '1111100' WHERE client_id = $1 AND campaign_id = $2`,
    world.campaignId,
  );
  const again = firstOf(await story(phone));
  expect(again.verdict).toMatchObject({
    // The gate alone would let it through on Saturday at 8:00.
    ...{ kind: 'wait', reason: 'least_gap', until: '2026-11-21T13:00:00.000Z' },
  });
  expect(again.heldBy).toMatchObject({ rule: 'calling_hours', passed: false });
  expect(again.chance).toEqual({
    ...{ at: '2026-11-23T14:00:00.000Z', until: '2026-11-23T22:00:00.000Z', because: 'schedule' },
  });
  await run(
    `UPDATE campaign SET start_time = '05:00', stop_time = '06:00', start_weekdays = '1111111',
       stop_weekdays = '1111111' WHERE client_id = $1`,
  );
  expect(firstOf(await story(phone)).chance).toEqual({
    ...{ at: null, until: null, because: 'outside_schedule' },
  });
  await run(
    `UPDATE campaign SET start_automatically = false, stop_automatically = false
     WHERE client_id = $1`,
  );
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET least_gap_hours = 4 WHERE client_id = $1', [clientId]),
  );
});

test('a number of a state that is no destination of the client says so', async () => {
  const phone = '12125550111';
  await addEntry(db, world, { phone, name: 'New York' });
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET countries = '{US-TX}' WHERE client_id = $1`, [clientId]),
  );
  const [entry] = (await story(phone)).entries;
  expect(entry?.verdict).toMatchObject({ kind: 'bar', reason: 'number_not_dialed' });
  expect(entry?.rules.find(({ rule }) => rule === 'number_not_dialed')).toMatchObject({
    ...{ passed: false, read: { fault: 'elsewhere' } },
  });
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET countries = '{US,CA}' WHERE client_id = $1`, [clientId]),
  );
});

test('caps are counted as the gate counts them', async () => {
  const phone = '12125550106';
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO contact_cap (client_id, kind, most, days, complete) VALUES ($1, 'call', 2, 7, true)`,
      [clientId],
    ),
  );
  for (const days of [1, 3, 9]) {
    const attemptedAt = minutesAgo(days * 1440);
    const list = await addEntry(db, world, { phone, state: 1, listStatus: 6 });
    await addAttempt(db, world, { phone, callListId: list, attemptedAt, result: 'busy' });
  }
  await addEntry(db, world, { phone, name: 'Now' });
  const shown = await story(phone);
  const until = new Date(minutesAgo(3 * 1440).getTime() + 7 * 86_400_000).toISOString();
  expect(shown.caps).toEqual([{ kind: 'call', most: 2, days: 7, counted: 2, until }]);
  const [entry] = shown.entries;
  expect(entry?.verdict).toMatchObject({ kind: 'wait', reason: 'attempt_cap' });
  expect(entry?.rules.find(({ rule }) => rule === 'attempt_cap')).toMatchObject({
    ...{ passed: false, read: { kind: 'call', most: 2, days: 7, counted: 2, until } },
  });
  const done = shown.entries.filter(({ verdict }) => verdict.kind === 'done');
  expect(done.map(({ verdict }) => verdict.reason)).toEqual(['busy', 'busy', 'busy']);
  await run('DELETE FROM contact_cap WHERE client_id = $1');
});

test('what was rejected, barred, closed or is in a call is said, and what happened is in order', async () => {
  const phone = '12125550107';
  const closed = await addEntry(db, world, { phone, name: 'Closed', listStatus: 6 });
  const barred = await addEntry(db, world, {
    ...{ phone, name: 'Barred', state: 2, reason: 'opt_out_text' },
  });
  const inCall = await addEntry(db, world, { phone, name: 'In a call', state: 1 });
  await addAttempt(db, world, { phone, callListId: inCall, attemptedAt: minutesAgo(1) });
  await run(
    `INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
     VALUES ($1, $2, 17, 'HOME', '(212) 555-0107', '{"code": "number_duplicate"}'),
       ($1, $2, 18, 'HOME', '92125550107', '{"code": "number_malformed"}')`,
    closed,
  );
  await run(
    `INSERT INTO call_list_import (client_id, call_list_id, manager_id, file_name, file_lines,
       accounts, accounts_left, phones, phones_imported, wrong_format, fields_cut, restricted,
       unknown_states, reasons)
     VALUES ($1, $2, 1, 'november.csv', 18, 0, 0, 0, 0, 0, 0, 0, 0, '[]')`,
    closed,
  );
  await run(
    'UPDATE call_list SET closed_at = $3 WHERE client_id = $1 AND call_list_id = $2',
    ...[closed, minutesAgo(29)],
  );
  await run(
    `INSERT INTO do_not_call (client_id, phone, source, created, text_at)
     VALUES ($1, $2, 'text', $3, $3)`,
    ...[phone, minutesAgo(30)],
  );
  await run(
    `INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent,
       carrier_ref) VALUES ($1, $2, '13025550100', $3, 'STOP', 3, 'number:1')`,
    ...[phone, minutesAgo(31)],
  );
  const shown = await story(phone);
  const verdicts = new Map(
    shown.entries.map(({ callListId, verdict }) => [callListId, verdict.reason]),
  );
  expect(verdicts).toEqual(
    new Map([
      [closed, 'list_closed'],
      [barred, 'opt_out_text'],
      [inCall, 'in_progress'],
    ]),
  );
  expect(shown.doNotCall).toMatchObject({ source: 'text', wholeAccount: false });
  // The other row's digits end alike, and are another number's.
  expect(shown.rejected).toMatchObject([
    {
      ...{ fileName: 'november.csv', line: 17, column: 'HOME' },
      reasonCode: { code: 'number_duplicate' },
    },
  ]);
  const past = shown.history.filter(({ kind }) => kind !== 'loaded' && kind !== 'left_out');
  expect(past.map(({ kind }) => kind)).toEqual(['call', 'closed', 'blocked', 'reply']);
  expect(past[1]).toMatchObject({ callListId: closed, callListName: 'Closed', waited: true });
  expect(past[0]).toMatchObject({ result: null, allowedBy: null });
  expect(shown.history.filter(({ kind }) => kind === 'loaded')).toHaveLength(3);
  expect(shown.history.filter(({ kind }) => kind === 'left_out')).toHaveLength(1);
});

test('a long past comes in pages that miss nothing', async () => {
  const phone = '12125550108';
  await addEntry(db, world, { phone });
  await run(
    `INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent,
       carrier_ref)
     SELECT $1, $2, '13025550100', $3::timestamptz - make_interval(mins => n / 3), n::text, 1,
       'long:' || n FROM generate_series(1, 130) n`,
    ...[phone, at],
  );
  const first = await story(phone);
  const texts = (page: Pick<NumberStory, 'history'>) =>
    page.history.flatMap((one) => (one.kind === 'reply' ? [one.message] : []));
  const all = [...texts(first)];
  for (let { earlier } = first; earlier; ) {
    const next = await manager.get(`/api/number/${phone}/history?before=${earlier}`);
    expect(next.status).toBe(200);
    const page = next.json<Pick<NumberStory, 'history' | 'earlier'>>();
    expect(page.history.length).toBeLessThanOrEqual(50);
    all.push(...texts(page));
    earlier = page.earlier;
  }
  expect(new Set(all).size).toBe(130);
  expect(all).toHaveLength(130);
  const wrong = await manager.get(`/api/number/${phone}/history?before=tomorrow`);
  expect(wrong.status).toBe(400);
});

test("the operator's stop is said beside the gate's verdict, which stays the same", async () => {
  await addEntry(db, world, { phone: '12125550109' });
  await asPlatform(db, (tx) =>
    tx.run("INSERT INTO operator_stop (scope, client_id, reason) VALUES ('client', $1, 'Audit')", [
      clientId,
    ]),
  );
  const shown = await story('12125550109');
  expect(shown.stopped).toMatchObject([{ reasonCode: { code: 'operator_stop' } }]);
  expect(firstOf(shown).verdict.kind).toBe('call');
});

test('a long list of rejected rows is searched by an index', async () => {
  const plan = await asClient(db, clientId, async (tx) => {
    await tx.run('SET LOCAL enable_seqscan = off');
    const rows = await tx.rows<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT FROM rejected_row r WHERE r.client_id = $1
         AND right(regexp_replace(r.value, '\\D', '', 'g'), 10) = '2125550107' AND r.value <> ''`,
      [clientId],
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('rejected_row_digits');
});
