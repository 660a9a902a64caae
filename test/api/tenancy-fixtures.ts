/** One record of every kind for a client, with a mark in every text of it. */
import { randomBytes } from 'node:crypto';
import type { Entity } from '../../src/contract/fields.ts';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { packPart } from '../../src/db/queries/report-part.ts';
import { encodeWav } from '../../src/domain/sound/wav.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { openSession } from '../harness/session.ts';
import { calledAt, makeLists, makeTexts } from './tenancy-contacts.ts';
import { type Insert, inserter } from './tenancy-insert.ts';

/** Records that an id alone does not distinguish from others of their entity. */
type Variant = 'linkback' | 'closed-list';
export type RecordName = Entity | Variant;

export interface Records {
  ids: Record<RecordName, number>;
  /** Names that lead to a record without being ids. */
  uploadKey: string;
  soundName: string;
  token: string;
  /** Of the token's manager. */
  password: string;
  /** Strings that only this client's records hold. */
  marks: string[];
}

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
  const scrubServiceId = await makeScrubService(db, mark);
  await makeOperatorStop(db, clientId, mark);
  const token = await openSession(db, clientId, client.manager.managerId);
  const ids = await asClient(db, clientId, async (tx) => {
    await tx.rows('SELECT ensure_call_record_month($1)', [calledAt]);
    const insert = inserter(tx, clientId, { mark, phone });
    const messages = await makeMessages(insert);
    const campaigns = await makeCampaigns(insert, messages);
    const { managerId } = client.manager;
    await insert('known_browser', { manager_id: managerId, token_hash: Buffer.from('t') });
    await insert('manager_phone', { manager_id: managerId, phone: '@phone' });
    await insert('tour_step', { manager_id: managerId, step: 'away' });
    await insert('engine_kill', { manager_id: managerId, killed_at: calledAt, in_flight: 1 });
    await insert('manager_subject', {
      ...{ manager_id: colleague.managerId, issuer: '@mark', subject: '@mark', email: '@mark' },
    });
    await insert('manager_link', {
      ...{ manager_id: colleague.managerId, kind: 'reset', token_hash: Buffer.from(`${mark}l`) },
      ...{ email: '@mark', expires_at: new Date('2100-01-01') },
    });
    const passkey = await makeFactors(insert, managerId);
    return {
      ...messages,
      ...campaigns,
      ...(await makeRest(insert, campaigns, {
        ...{ clientId, scrubServiceId, managerId: colleague.managerId },
      })),
      'report-filter': await insert(
        'report_filter',
        // A manager sees only their own.
        { manager_id: client.manager.managerId, name: '@mark', search: 'phoneNumber=@phone' },
        'report_filter_id',
      ),
      passkey,
      session: await insert(
        'session',
        {
          ...{ manager_id: managerId, token_hash: Buffer.from(mark) },
          ...{ browser: '@mark', address: '@mark' },
        },
        'session_id',
      ),
    };
  });
  return {
    ids: { ...ids, client: clientId, manager: colleague.managerId },
    uploadKey: `${mark}-upload`,
    soundName: `${mark}.wav`,
    token,
    password: client.manager.password,
    marks: [mark, phone],
  };
}

/** A second factor of each kind, and what its setup and a sign-in keep for a while. */
async function makeFactors(insert: Insert, managerId: number): Promise<number> {
  const bytes = Buffer.from('b');
  await insert('authenticator_app', { manager_id: managerId, secret: bytes });
  await insert('recovery_code', { manager_id: managerId, code_hash: bytes });
  const step = { token_hash: bytes, password_digest: bytes };
  await insert('sign_in_step', { manager_id: managerId, ...step });
  const asked = { holder: bytes, purpose: 'add', challenge: '@mark' };
  await insert('passkey_challenge', { manager_id: managerId, ...asked });
  const key = { credential_id: randomBytes(16), public_key: bytes, counter: 0, transports: [] };
  const named = { name: '@mark', host: 'localhost' };
  return insert('passkey', { manager_id: managerId, ...named, ...key }, 'passkey_id');
}

/** The platform's own, of which its user sees the name. */
function makeCarrier(db: Database, clientId: number, name: string): Promise<unknown> {
  return asPlatform(db, async (tx) => {
    await tx.run("INSERT INTO carrier (kind, name) VALUES ('smpp', $1)", [name]);
    await tx.run('UPDATE client SET text_carrier = $2 WHERE client_id = $1', [clientId, name]);
  });
}

/** The platform's own, of which its users see the questions. */
async function makeScrubService(db: Database, name: string): Promise<number> {
  const row = await asPlatform(db, (tx) =>
    tx.row<{ id: number }>(
      `INSERT INTO scrub_service (name, url, questions, good_days, batch, per_second, private)
       VALUES ($1, $1, '{line}', 30, 100, 2, false) RETURNING scrub_service_id AS id`,
      [name],
    ),
  );
  return row?.id ?? 0;
}

async function makeMessages(insert: Insert) {
  await insert('audit_log', { action: '@mark', detail: '{}' });
  const key = { manager_id: 1, operation: 'addManager', key: '@mark', request: Buffer.from('r') };
  await insert('idempotency_key', key);
  await insert('retention', { kind: 'calls', days: 999 });
  await insert('retention_done', { kind: 'calls', before: '2020-01-01' });
  await insert('retention_figure', { kind: 'calls', swept_rows: 777, counted_at: '2020-01-01' });
  const field = { custom_index: 1, name: '@mark field' };
  await insert('policy_book', { revision: 1 });
  await insert('spoken_kind', { field_id: 1, guess: 'name', guessed_by: 'name' });
  await insert('registry_file', { as_of: '2026-11-15' });
  await insert('registry_number', { phone: '12125550177', as_of: '2026-11-15' });
  const checked = { question: 'line', answer: 'voip', good_until: new Date('2100-01-01') };
  await insert('scrub_answer', { phone: '12125550177', ...checked });
  const rule = {
    channel: 'any',
    source: '@mark',
    terms: JSON.stringify({ kind: 'gap', of: 'number', hours: 1 }),
  };
  const policyRule = await insert('policy_rule', rule, 'rule_id');
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
    'policy-rule': policyRule,
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
    reason: '{"code": "former", "said": "@mark waits"}',
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
  await insert('abandonment_day', { campaign_id: linkback, day: '2026-11-20', persons: 7 });
  await insert('brake_call', {
    ...{ campaign_id: linkback, stopped: true, result_index: 0, signals: 1 },
    ...{ call_list_id: 1, entry_id: 1 },
  });
  const said = '{"p10": null, "p50": null, "p90": null}';
  await insert('forecast', {
    ...{ campaign_id: linkback, at: run.until, campaign_version: 1, numbers: 7 },
    forecast: `{"finish": ${said}, "persons": ${said}, "attempts": ${said}}`,
  });
  await insert('brake_count', { campaign_id: linkback, counts: '{"all": [], "recent": []}' });
  const { fence, ...follower } = run;
  await insert('campaign_follower', follower);
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
  {
    clientId,
    managerId,
    scrubServiceId,
  }: Record<'clientId' | 'managerId' | 'scrubServiceId', number>,
) {
  const doNotCall = await insert(
    'do_not_call',
    { phone: '@phone', source: 'manager' },
    'do_not_call_id',
  );
  const asked = { phone: '@phone', source: 'key', blocked: new Date(), reason: '@mark' };
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
  await insert('manager_contact', {
    ...{ manager_id: managerId, purpose: 'test', channel: 'voice', phone: '@phone' },
    ...{ carrier_number: 1, status: 'ended', campaign_name: '@mark', message_name: '@mark' },
    ...{ ended_at: '2026-11-20T20:00:00Z' },
  });
  await insert('account_stop', { external_id: '@mark', phone: '@phone' });
  await insert('account_phone', {
    call_list_id: open,
    account_line: 2,
    phone: '@phone',
    external_id: '@mark',
  });
  await insert('scrub_list', { call_list_id: open, scrub_service_id: scrubServiceId });
  await insert('contact_cap', { kind: 'call', most: 7, days: 7, complete: true });
  await insert('answer_share', {
    ...{ zone: 'America/New_York', day_part: 0, attempts: 1, answered: 1 },
  });
  await insert('answer_share_until', { counted_until: new Date('2026-01-01') });
  await insert('answer_hour', { zone: 'America/New_York', hour: 9, attempts: 1, answered: 1 });
  await insert('answer_hour_until', { counted_until: new Date('2026-01-01') });
  await insert('daily_limit', { calls: 7 });
  await insert('brake_limit', { failed: 2_000 });
  await insert('lint_level', { rule: 'voice_name', level: 'note' });
  await insert('daily_use', { day: '2026-11-20', calls: 7 });
  // Of a carrier that the client does not have: its campaigns go on.
  await insert('client_stop', { carrier: 'twilio', reason: '@mark', stopped_by: '@mark' });
  const receipt = { erasure_key: '7d2c1d8d-0000-4000-8000-000000000002', counts: '{}' };
  await insert('erasure', { ...receipt, number_hash: `#${'0'.repeat(32)}`, hashed: true });
  return {
    'do-not-call': doNotCall,
    'call-list': open,
    'closed-list': closed,
    'report-archive': await makeReport(insert, clientId, managerId),
    'inbound-text': await makeTexts(insert, open),
  };
}

/** A report that is READY, with a file of one part; its downloads need the test API's key. */
async function makeReport(insert: Insert, clientId: number, managerId: number) {
  const csv = Buffer.from('Phone Number\r\n');
  const file = { file_name: '@mark.csv', file_bytes: csv.length, part_count: 1 };
  const archive = { manager_id: managerId, status_id: 3, progress: 100, ...file };
  const report_archive_id = await insert('report_archive', archive, 'report_archive_id');
  const part = { clientId, reportArchiveId: report_archive_id, part: 0 };
  const content = await packPart(createVault(Buffer.alloc(32, 7)), part, csv);
  await insert('report_part', { report_archive_id, part: 0, content });
  return report_archive_id;
}

/** Only the operator stops a client; its managers read the reason. */
function makeOperatorStop(db: Database, clientId: number, reason: string): Promise<unknown> {
  return asPlatform(db, (tx) =>
    tx.run("INSERT INTO operator_stop (scope, client_id, reason) VALUES ('client', $1, $2)", [
      clientId,
      reason,
    ]),
  );
}
