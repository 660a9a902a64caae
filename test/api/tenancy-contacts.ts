/** Contact lists of a client with what was called from them, and its texts. */
import type { Insert } from './tenancy-insert.ts';

export const calledAt = new Date('2026-11-20T15:00:00Z');

/** A text to the first entry of a list, a receipt, and an inbound text with its auto-reply. */
export async function makeTexts(insert: Insert, call_list_id: number): Promise<number> {
  const about = { phone: '@phone', texting_number: '@phone' };
  const of = { ...about, carrier_ref: '@mark' };
  const now = new Date();
  await insert('outbound_text', { call_list_id, entry_id: 1, body: '@mark', ...of });
  await insert('text_cancel', { call_list_id, entry_id: 1, why: 'stop' });
  await insert('texting_pace', { phone: '@phone' });
  await insert('text_part', { carrier_ref: '@mark', part_ref: '@mark-1' });
  await insert('text_receipt', { outcome: 'failed', received: now, ...of });
  const text = { message: '@mark asks', received: now, intent: 1, ...of };
  const inbound = await insert('inbound_text', text, 'inbound_text_id');
  await insert('kept_reply', { inbound_text_id: inbound, phone: '@phone', received: now });
  const reply = { inbound_text_id: inbound, kind: 'help', body: '@mark', queued: now, due: now };
  const text_reply_id = await insert('text_reply', { ...reply, ...about }, 'text_reply_id');
  await insert('reply_cancel', { text_reply_id });
  await insert('contact_rest', { inbound_text_id: inbound, phone: '@phone', since: now });
  return inbound;
}

export async function makeLists(insert: Insert, campaignId: number) {
  const list = { campaign_id: campaignId, name: '@mark list', field_name: '@mark', phone_count: 2 };
  const open = await insert('call_list', { ...list, status_id: 3 }, 'call_list_id');
  const closed = await insert('call_list', { ...list, status_id: 6 }, 'call_list_id');
  const at = calledAt;
  for (const call_list_id of [open, closed]) {
    await insert('follow_up', {
      ...{ call_list_id, entry_id: 67_108_865, parent_list_id: call_list_id, parent_entry_id: 1 },
      ...{ campaign_id: 1, rule_id: 1, steps: '[]', tried: [], made_at: at },
    });
    await insert('follow_up_wait', {
      ...{ call_list_id, entry_id: 1, campaign_id: 1, rule_id: 1, due_at: new Date('2100-01-01') },
    });
    await insert('call_list_count', { call_list_id, attempted: 1, person: 1, last_call: at });
    await insert('waiting_tally', { call_list_id });
    await insert('waiting_change', {
      ...{ call_list_id, groups: 1, place_groups: [1], due_ats: [at], reasons: ['@mark'] },
      counts: [1],
    });
    const file = { call_list_id, manager_id: 1, file_name: '@mark', file_lines: 3 };
    const seen = { accounts: 2, accounts_left: 0, phones: 2, phones_imported: 2 };
    const spoiled = { wrong_format: 0, fields_cut: 0, restricted: 0, unknown_states: 0 };
    const reasons = '[{"reason": {"code": "former", "said": "@mark"}, "count": 1}]';
    await insert('call_list_import', { ...file, ...seen, ...spoiled, reasons });
    const entry = { call_list_id, account_line: 2, phone: '@phone', first_name: '@mark' };
    await insert('list_entry', { ...entry, entry_id: 1, state: 1 });
    await insert('list_entry', { ...entry, entry_id: 2, phone: '13025550148' });
    const rejected = {
      call_list_id,
      line: 3,
      column_name: '@mark',
      value: '@mark',
      reason: '{"code": "former", "said": "@mark"}',
    };
    await insert('rejected_row', rejected);
    const call = { call_list_id, entry_id: 1, campaign_id: campaignId, phone: '@phone' };
    await insert('rendering_use', { call_list_id, voice_message_id: 1, version: 1 });
    const carrier_note = JSON.stringify({ code: 'refused', said: '@mark' });
    const ended = { attempted_at: at, finished_at: at, result: 'person', carrier_note };
    await insert('attempt', { ...call, ...ended, engine_id: crypto.randomUUID() });
    await insert('call_record', { ...call, ...callRecord(at) });
  }
  return { open, closed };
}

function callRecord(started_at: Date) {
  const calls = { call_type: 'Outbound', caller_id: '@phone', caller_id_type: 2, result: 'person' };
  const money = { duration: 6, billed_duration: 30, minute_cost: 100, cost: 50 };
  const names = { call_list_name: '@mark', campaign_name: '@mark', first_name: '@mark' };
  return { started_at, ...calls, ...money, ...names, last_name: '@mark', city: '@mark' };
}
