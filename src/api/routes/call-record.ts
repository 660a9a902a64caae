import {
  type CallRecord,
  type CallRecordFilters,
  countCallRecords,
  listCallRecords,
} from '#contract/call-record.ts';
import { byColumn, type CallRecordColumn, type ColumnType } from '#contract/call-record-columns.ts';
import { callerIdTypeNames } from '#contract/campaign.ts';
import { problem } from '#contract/errors.ts';
import type { Database } from '#db/database.ts';
import type { SealedField, Vault } from '#db/encryption.ts';
import {
  type CallRecordRow,
  countCallRecords as countRows,
  newestCallRecords,
  ownsCampaigns,
  type StoredValue,
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

type WireValue = { [T in ColumnType]: CallRecord[CallRecordColumn<T>] };

/** The sealed values are of this client. */
function toWire(row: CallRecordRow, clientId: number, vault: Vault): CallRecord {
  const open: Opened = (sealed, field) => (sealed ? vault.open(sealed, { clientId, field }) : '');
  return byColumn<WireValue>(<T extends ColumnType>(type: T, column: CallRecordColumn<T>) =>
    wire[type](row[column] as StoredValue[T], open),
  );
}

type Opened = (sealed: Buffer | null, field: SealedField) => string;

const wire: { [T in ColumnType]: (stored: StoredValue[T], open: Opened) => WireValue[T] } = {
  text: (text) => text,
  phone: (phone) => phone,
  time: (time) => time?.toISOString() ?? null,
  seconds: (seconds) => seconds,
  money: (micro) => micro / 1_000_000,
  callerIdType: (type) => callerIdTypeNames[type as keyof typeof callerIdTypeNames] ?? '',
  dateOfBirth: (sealed, open) => maskDateOfBirth(open(sealed, 'dateOfBirth')),
  ssn: (sealed, open) => maskSsn(open(sealed, 'ssn')),
};
