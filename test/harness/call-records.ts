import type { CallCourse } from '../../src/contract/call-course.ts';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import type { Vault } from '../../src/db/encryption.ts';
import { recordPlace } from '../../src/db/queries/record-seals.ts';
import type { CallResult } from '../../src/domain/call-result.ts';

/** What a test says of a call record; the rest is an unremarkable answered call. */
export interface CallRecordFixture {
  startedAt?: string;
  answeredAt?: string | null;
  finishedAt?: string | null;
  campaignId?: number;
  campaignName?: string;
  callListName?: string;
  duration?: number;
  billedDuration?: number;
  /** Micro-dollars. */
  minuteCost?: number;
  cost?: number;
  callType?: 'Outbound' | 'Transfer' | 'Text';
  result?: CallResult;
  abandoned?: boolean;
  /** Bits of db/record-outcome.ts. */
  marks?: number;
  keyPressed?: string;
  messageVersion?: number;
  carrierWords?: string;
  course?: CallCourse;
  callListId?: number;
  callerId?: string;
  callerIdType?: number;
  phone?: string;
  firstName?: string;
  middleName?: string;
  lastName?: string;
  city?: string;
  stateCode?: string;
  zipCode?: string;
  externalId?: string;
  ssn?: string;
  dateOfBirth?: string;
}

let entryId = 0;

/** Writes call records of a client as the engine does: sealed, with blind indexes, partitions made. */
export async function addCallRecords(
  db: Database,
  clientId: number,
  vault: Vault,
  records: readonly CallRecordFixture[],
): Promise<void> {
  for (const record of records) {
    entryId += 1;
    const { ssn, dateOfBirth: dob, callListId = 1 } = record;
    const place = recordPlace({ clientId, callListId, entryId });
    const row = {
      client_id: clientId,
      started_at: record.startedAt ?? '2026-11-20T15:00:00Z',
      call_list_id: record.callListId ?? 1,
      entry_id: entryId,
      campaign_id: record.campaignId ?? 1,
      answered_at: record.answeredAt === undefined ? '2026-11-20T15:00:10Z' : record.answeredAt,
      finished_at: record.finishedAt === undefined ? '2026-11-20T15:00:52Z' : record.finishedAt,
      duration: record.duration ?? 42,
      billed_duration: record.billedDuration ?? 42,
      minute_cost: record.minuteCost ?? 14_500,
      cost: record.cost ?? 10_150,
      result: record.result ?? 'person',
      abandoned: record.abandoned ?? false,
      marks: record.marks ?? 0,
      key_pressed: record.keyPressed ?? '',
      message_version: record.messageVersion ?? null,
      carrier_words: record.carrierWords ?? '',
      course: record.course ? JSON.stringify(record.course) : null,
      call_type: record.callType ?? 'Outbound',
      phone: record.phone ?? '13025550148',
      caller_id: record.callerId ?? '',
      caller_id_type: record.callerIdType ?? 0,
      call_list_name: record.callListName ?? 'List',
      campaign_name: record.campaignName ?? 'Campaign',
      first_name: record.firstName ?? 'Ann',
      middle_name: record.middleName ?? '',
      last_name: record.lastName ?? 'Other',
      date_of_birth: dob ? vault.seal(dob, { ...place, field: 'dateOfBirth' }) : null,
      dob_index: dob ? vault.dobIndex(clientId, dob) : null,
      dob_year_index: dob ? vault.dobYearIndex(clientId, dob) : null,
      ssn: ssn ? vault.seal(ssn, { ...place, field: 'ssn' }) : null,
      ssn_index: ssn ? vault.ssnIndex(clientId, ssn) : null,
      ssn_last4_index: ssn ? vault.ssnLast4Index(clientId, ssn) : null,
      city: record.city ?? '',
      state_code: record.stateCode ?? '',
      zip_code: record.zipCode ?? '',
      external_id: record.externalId ?? '',
    };
    const names = Object.keys(row);
    await asPlatform(db, (tx) =>
      tx.run('SELECT ensure_call_record_month($1::timestamptz)', [row.started_at]),
    );
    await asClient(db, clientId, (tx) =>
      tx.run(
        `INSERT INTO call_record (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
        Object.values(row),
      ),
    );
  }
}
