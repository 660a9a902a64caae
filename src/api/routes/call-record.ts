import {
  type CallRecord,
  type CallRecordFilters,
  countCallRecords,
  listCallRecords,
} from '#contract/call-record.ts';
import { callerIdTypeNames } from '#contract/campaign.ts';
import { problem } from '#contract/errors.ts';
import type { Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import {
  type CallRecordRow,
  countCallRecords as countRows,
  newestCallRecords,
  ownsCampaigns,
} from '#db/queries/call-record.ts';
import type { ReportQuestion } from '#db/queries/call-record-filter.ts';
import { maskDateOfBirth, maskSsn } from '#domain/masking.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

/** The call detail report. Its export is in report-archive.ts. */
export function registerCallRecordRoutes(app: Bindings, deps: ApiDeps): void {
  const { vault } = deps;

  const question = async (
    clientId: number,
    filters: CallRecordFilters,
  ): Promise<ReportQuestion> => {
    await refuseForeignCampaigns(deps.db, clientId, filters);
    return { clientId, filters, blind: vault };
  };

  route(app, listCallRecords, async ({ session: { clientId }, body }) => {
    const asked = await question(clientId, body.filters);
    const total = await countRows(deps.db, asked);
    const rows = await newestCallRecords(deps.db, asked, body.numRows, total);
    return { total, rows: rows.map((row) => toWire(row, clientId, vault)) };
  });

  route(app, countCallRecords, async ({ session: { clientId }, body }) => {
    return String(await countRows(deps.db, await question(clientId, body.filters)));
  });
}

/** Throws 404 where a filter names a campaign that is not this client's. */
export async function refuseForeignCampaigns(
  db: Database,
  clientId: number,
  { campaigns }: CallRecordFilters,
): Promise<void> {
  if (campaigns && !(await ownsCampaigns(db, clientId, campaigns))) {
    throw problem('not_found', 'There is no such campaign.');
  }
}

function toWire(row: CallRecordRow, clientId: number, vault: Vault): CallRecord {
  const open = (sealed: Buffer | null, field: 'ssn' | 'dateOfBirth') =>
    sealed ? vault.open(sealed, { clientId, field }) : '';
  return {
    phoneNumber: row.phone,
    startTime: row.startedAt.toISOString(),
    answerTime: row.answeredAt?.toISOString() ?? null,
    finishTime: row.finishedAt?.toISOString() ?? null,
    duration: row.duration,
    billedDuration: row.billedDuration,
    minuteCost: dollars(row.minuteCost),
    cost: dollars(row.cost),
    callTypeName: row.callType,
    callerId: row.callerId,
    callerIdTypeName: callerIdTypeName(row.callerIdType),
    calllistName: row.callListName,
    campaignName: row.campaignName,
    firstName: row.firstName,
    lastName: row.lastName,
    middleName: row.middleName,
    dateOfBirth: maskDateOfBirth(open(row.dateOfBirth, 'dateOfBirth')),
    ssn: maskSsn(open(row.ssn, 'ssn')),
    city: row.city,
    state: row.stateCode,
    zipCode: row.zipCode,
    externalId: row.externalId,
  };
}

function callerIdTypeName(type: number): string {
  return callerIdTypeNames[type as keyof typeof callerIdTypeNames] ?? '';
}

function dollars(micro: number): number {
  return micro / 1_000_000;
}
