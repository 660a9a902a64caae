/** One record of every kind for a client, with a mark in every text of it. */
import type { Entity } from '../../src/contract/fields.ts';
import { asClient, asPlatform, type Database, type Tx } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { packPart } from '../../src/db/queries/report-part.ts';
import { openSession } from '../../src/db/queries/session.ts';
import { encodeWav } from '../../src/domain/sound/wav.ts';
import { makeClient, makeManager } from '../harness/clients.ts';

/** Records that an id alone does not tell apart from others of their entity. */
type Variant = 'linkback' | 'closed-list';
export type RecordName = Entity | Variant;

export interface Records {
  ids: Record<RecordName, number>;
  /** Names that lead to a record without being ids. */
  uploadKey: string;
  soundName: string;
  token: string;
  /** Strings that only this client's records hold. */
  marks: string[];
}

const calledAt = new Date('2026-11-20T15:00:00Z');
let made = 0;

export async function makeRecords(db: Database): Promise<Records> {
  made += 1;
  // Letters only: the mark also stands where a rule allows nothing else.
  const mark = `quagga${String.fromCharCode(
    ...String(made)
      .split('')
      .map((digit) => 97 + Number(digit)),
  )}x`;
  const phone = `1302777${String(made).padStart(4, '0')}`;
  const client = await makeClient(db, { code: `${mark}c`, name: `${mark} client` });
  const { clientId } = client;
  const colleague = await makeManager(db, clientId, { username: `${mark}m`, password: 'secret_1' });
  await makeCarrier(db, clientId, mark);
  const token = await openSession(db, clientId, client.manager.managerId);
  const ids = await asClient(db, clientId, async (tx) => {
    await tx.rows('SELECT ensure_call_record_month($1)', [calledAt]);
    const insert = inserter(tx, clientId, { mark, phone });
    const messages = await makeMessages(insert);
    const campaigns = await makeCampaigns(insert, messages);
    return {
      ...messages,
      ...campaigns,
      ...(await makeRest(insert, campaigns, { clientId, managerId: colleague.managerId })),
    };
  });
  return {
    ids: { ...ids, client: clientId, manager: colleague.managerId },
    uploadKey: `${mark}-upload`,
    soundName: `${mark}.wav`,
    token,
    marks: [mark, phone],
  };
}

/** The platform's own, of which its user sees the name. */
function makeCarrier(db: Database, clientId: number, name: string): Promise<unknown> {
  return asPlatform(db, async (tx) => {
    await tx.run("INSERT INTO carrier (kind, name) VALUES ('smpp', $1)", [name]);
    await tx.run('UPDATE client SET text_carrier = $2 WHERE client_id = $1', [clientId, name]);
  });
}

/** Inserts a row; `@mark` and `@phone` stand for the client's own. Answers the row's id. */
type Insert = (table: string, row: Record<string, unknown>, id?: string) => Promise<number>;

function inserter(tx: Tx, clientId: number, words: { mark: string; phone: string }): Insert {
  return async (table, given, id) => {
    const row = { client_id: clientId, ...given };
    const values = Object.values(row).map((value) => filled(value, words));
    const places = values.map((_, index) => `$${index + 1}`).join(', ');
    const inserted = await tx.row<{ id: number }>(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places}) RETURNING ${id ?? 0} AS id`,
      values,
    );
    return inserted?.id ?? 0;
  };
}

function filled(value: unknown, { mark, phone }: { mark: string; phone: string }): unknown {
  if (typeof value !== 'string') return value;
  return value.replaceAll('@mark', mark).replaceAll('@phone', phone);
}

async function makeMessages(insert: Insert) {
  await insert('audit_log', { action: '@mark', detail: '{}' });
  const field = { custom_index: 1, name: '@mark field' };
  const accountField = await insert('account_field', field, 'account_field_id');
  const message = { name: '@mark message', status_id: 3, ready_version: 1 };
  const voiceMessage = await insert('voice_message', message, 'voice_message_id');
  const step = await insert(
    'voice_message_step',
    {
      voice_message_id: voiceMessage,
      step_order: 0,
      step_type: 4,
      value: '@mark says',
      tts_voice_id: 1,
    },
    'voice_message_step_id',
  );
  const sound = { file_name: '@mark.wav', media_type: 'audio/wav', content: Buffer.from('RIFF') };
  await insert('sound', sound);
  const rendering = { voice_message_id: voiceMessage, version: 1, plan: '[]', duration_ms: 1000 };
  const preview = Buffer.from(encodeWav(new Int16Array(8)));
  await insert('voice_message_rendering', { ...rendering, preview });
  const text = { name: '@mark text', message: '@mark writes' };
  return {
    'account-field': accountField,
    'voice-message': voiceMessage,
    'voice-message-step': step,
    'text-message': await insert('text_message', text, 'text_message_id'),
  };
}

async function makeCampaigns(insert: Insert, messages: Record<string, number>) {
  const bucket = await insert('caller_id_bucket', { name: '@mark bucket' }, 'caller_id_bucket_id');
  await insert('caller_id_number', { caller_id_bucket_id: bucket, phone: '@phone' });
  await insert('caller_id_use', { day: '2026-11-20', phone: '@phone', uses: 3 });
  const number = await insert('texting_number', { phone: '@phone' }, 'texting_number_id');
  const base = {
    caller_id_name: '@mark',
    caller_id_number: '@phone',
    customer_message_id: messages['voice-message'],
    status_reason: '@mark waits',
  };
  const campaign = (row: object) => insert('campaign', { ...base, ...row }, 'campaign_id');
  const broadcast = await campaign({ name: '@mark one', campaign_type: 1, calls_per_minute: 60 });
  const agents = { call_ratio: 1, linkback_number: '@phone', agent_count: 1 };
  const linkback = await campaign({ name: '@mark two', campaign_type: 2, ...agents });
  const texting = await campaign({
    name: '@mark three',
    campaign_type: 3,
    text_per_minute: 1,
    text_message_id: messages['text-message'],
    texting_number_id: number,
  });
  const run = {
    campaign_id: linkback,
    engine_id: crypto.randomUUID(),
    fence: 1,
    until: new Date(),
  };
  await insert('campaign_lease', run);
  const done = {
    kind: 'start',
    eastern_date: '2026-11-20',
    wall_time: '09:00',
    done_at: new Date(),
  };
  await insert('schedule_run', { campaign_id: broadcast, ...done });
  return {
    'caller-id-bucket': bucket,
    'texting-number': number,
    campaign: broadcast,
    linkback,
    'text-campaign': texting,
  };
}

async function makeRest(
  insert: Insert,
  campaigns: { campaign: number },
  { clientId, managerId }: { clientId: number; managerId: number },
) {
  const doNotCall = await insert(
    'do_not_call',
    { phone: '@phone', source: 'manager' },
    'do_not_call_id',
  );
  const asked = { phone: '@phone', source: 'key', listed: new Date(), reason: '@mark' };
  await insert('do_not_call_lift', { ...asked, manager_id: managerId });
  const { open, closed } = await makeLists(insert, campaigns.campaign);
  const upload = { upload_key: '@mark-upload', manager_id: managerId, stage: 'done' };
  await insert('upload', { ...upload, lease_until: new Date() });
  const mapping = JSON.stringify([
    {
      accountField: { id: 0, value: '@mark' },
      selectedCallListField: [{ fieldColumn: 0, fieldName: '@mark' }],
    },
  ]);
  await insert('saved_mapping', { header_hash: Buffer.from('@mark'), mapping });
  const recording = {
    manager_id: managerId,
    phone: '@phone',
    name: '@mark',
    file_name: '@mark.wav',
  };
  await insert('phone_recording', recording);
  await insert('account_stop', { external_id: '@mark', phone: '@phone' });
  await insert('contact_cap', { kind: 'call', most: 7, days: 7, complete: true });
  return {
    'do-not-call': doNotCall,
    'call-list': open,
    'closed-list': closed,
    'report-archive': await makeReport(insert, clientId, managerId),
    'inbound-text': await makeTexts(insert, open),
  };
}

/** A text to the first entry of a list, a receipt, and an inbound text with its answer. */
async function makeTexts(insert: Insert, call_list_id: number): Promise<number> {
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
  const reply = { inbound_text_id: inbound, kind: 'help', body: '@mark', queued: now, due: now };
  const text_reply_id = await insert('text_reply', { ...reply, ...about }, 'text_reply_id');
  await insert('reply_cancel', { text_reply_id });
  await insert('contact_rest', { inbound_text_id: inbound, phone: '@phone', since: now });
  return inbound;
}

/** A report that is READY, with a file of one part; its downloads need the test API's key. */
async function makeReport(insert: Insert, clientId: number, managerId: number) {
  const csv = Buffer.from('Phone Number\r\n');
  const file = { file_name: '@mark.csv', file_bytes: csv.length, part_count: 1 };
  const archive = { manager_id: managerId, status_id: 3, progress: 100, ...file };
  const report_archive_id = await insert('report_archive', archive, 'report_archive_id');
  const place = { clientId, reportArchiveId: report_archive_id, part: 0 };
  const content = await packPart(createVault(Buffer.alloc(32, 7)), place, csv);
  await insert('report_part', { report_archive_id, part: 0, content });
  return report_archive_id;
}

async function makeLists(insert: Insert, campaignId: number) {
  const list = { campaign_id: campaignId, name: '@mark list', field_name: '@mark', phone_count: 2 };
  const open = await insert('call_list', { ...list, status_id: 3 }, 'call_list_id');
  const closed = await insert('call_list', { ...list, status_id: 6 }, 'call_list_id');
  const at = calledAt;
  for (const call_list_id of [open, closed]) {
    await insert('call_list_count', { call_list_id, attempted: 1, person: 1, last_call: at });
    const entry = { call_list_id, account_line: 2, phone: '@phone', first_name: '@mark' };
    await insert('list_entry', { ...entry, entry_id: 1, state: 1 });
    await insert('list_entry', { ...entry, entry_id: 2, phone: '13025550148' });
    const rejected = {
      call_list_id,
      line: 3,
      column_name: '@mark',
      value: '@mark',
      reason: '@mark',
    };
    await insert('rejected_row', rejected);
    const call = { call_list_id, entry_id: 1, campaign_id: campaignId, phone: '@phone' };
    const ended = { attempted_at: at, finished_at: at, result: 'person', carrier_note: '@mark' };
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
