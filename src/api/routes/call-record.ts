import {
  type CallRecord,
  type CallRecordFilters,
  countCallRecords,
  listCallRecords,
} from '#contract/call-record.ts';
import { byColumn, type CallRecordColumn, type ColumnType } from '#contract/call-record-columns.ts';
import { getCallRecord } from '#contract/call-record-story.ts';
import {
  type CallRecordSummary,
  countRecordPersons,
  summarizeCallRecords,
} from '#contract/call-record-summary.ts';
import { callerIdTypeNames } from '#contract/campaign.ts';
import { problem } from '#contract/errors.ts';
import type { Database } from '#db/database.ts';
import type { SealedField, Vault } from '#db/encryption.ts';
import {
  type CallRecordRow,
  countCallRecords as countRows,
  ownsCallLists,
  ownsCampaigns,
  pageOfCallRecords,
  type StoredValue,
} from '#db/queries/call-record.ts';
import type { ReportQuestion } from '#db/queries/call-record-filter.ts';
import { searchNewest } from '#db/queries/call-record-newest.ts';
import { countRecordPersons as countPersons } from '#db/queries/call-record-persons.ts';
import { readCallRecord, recordIdOf } from '#db/queries/call-record-story.ts';
import {
  type RecordSummary,
  summarizeCallRecords as summarizeRows,
} from '#db/queries/call-record-summary.ts';
import { recordPlace } from '#db/queries/record-seals.ts';
import { outcomeAt } from '#db/record-outcome.ts';
import { reportsOf } from '#db/reports-database.ts';
import { chartBars } from '#domain/chart-bars.ts';
import { maskDateOfBirth, maskSsn } from '#domain/masking.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { createHourlyValues, ofServer } from '../hourly.ts';
import type { Session } from '../plugins/session.ts';
import { shownTexts } from '../shown-text.ts';

/** The call detail report. Its export is in report-archive.ts. */
export function registerCallRecordRoutes(app: Bindings, deps: ApiDeps): void {
  const { vault, reports = reportsOf(deps.db) } = deps;

  const question = async (
    { clientId, managerId }: Pick<Session, 'clientId' | 'managerId'>,
    filters: CallRecordFilters,
  ): Promise<ReportQuestion> => {
    refuseGuessing(deps, managerId, filters);
    await refuseForeignIds(deps.db, clientId, filters);
    return { clientId, filters, blind: vault };
  };

  route(app, listCallRecords, async ({ session, body }) => {
    const { clientId } = session;
    const asked = await question(session, body.filters);
    const { numRows: limit, sort, skip, withTotal } = body;
    const { value, behindSeconds } = await reports.read(async (db) => {
      const { question: searched, since } = await searchNewest(db, asked, body.searchNewest);
      const total = withTotal ? await countRows(db, searched) : null;
      const wanted = { limit, sort, skip, ...(total !== null && { total }) };
      return { total, since, rows: await pageOfCallRecords(db, searched, wanted) };
    });
    const rows = value.rows.map((row) => recordToWire(row, clientId, vault));
    const searchedSince = value.since?.toISOString() ?? null;
    return { total: value.total, rows, behindSeconds, searchedSince };
  });

  route(app, summarizeCallRecords, async ({ session, body }) => {
    const asked = await question(session, body.filters);
    const { value } = await reports.read(async (db) => {
      const { question: searched } = await searchNewest(db, asked, body.searchNewest);
      return summarizeRows(db, searched);
    });
    return summaryToWire(value, body.timeZone);
  });

  route(app, countRecordPersons, async ({ session, body }) => {
    const asked = await question(session, body.filters);
    const { value } = await reports.read(async (db) => {
      const { question: searched } = await searchNewest(db, asked, body.searchNewest);
      return countPersons(db, searched, body.most);
    });
    return { counted: value };
  });

  route(app, getCallRecord, async ({ session: { clientId, role }, params }) => {
    const story = found(await readCallRecord(deps.db, clientId, params.recordId), 'call record');
    const { row, replies, ...rest } = story;
    const record = recordToWire(row, clientId, vault);
    return { ...rest, replies: shownTexts(role, replies), record };
  });

  route(app, countCallRecords, async ({ session, body }) => {
    const asked = await question(session, body.filters);
    const { value } = await reports.read(async (db) => {
      const { question: searched } = await searchNewest(db, asked, body.searchNewest);
      return countRows(db, searched, body.most);
    });
    return String(value);
  });
}

/** A search answers whether a number occurs: without a limit, all last four digits can be tried. */
const mostNumbersAnHour = 30;
const guesses = ofServer(() =>
  createHourlyValues(
    mostNumbersAnHour,
    `You have searched for ${mostNumbersAnHour} different Social Security numbers within an hour. Try again later.`,
  ),
);

/** @throws ProblemError too_many_tries for a manager who searches for one SSN after the other */
export function refuseGuessing(deps: ApiDeps, managerId: number, filters: CallRecordFilters): void {
  const { ssn } = filters;
  if (ssn) guesses(deps).count(managerId, JSON.stringify(ssn));
}

/** Throws 404 where a filter names a campaign or a contact list that is not this client's. */
export async function refuseForeignIds(
  db: Database,
  clientId: number,
  { campaigns, callLists }: CallRecordFilters,
): Promise<void> {
  if (campaigns && !(await ownsCampaigns(db, clientId, campaigns))) {
    throw problem('not_found', 'There is no such campaign.');
  }
  if (callLists && !(await ownsCallLists(db, clientId, callLists))) {
    throw problem('not_found', 'There is no such contact list.');
  }
}

function summaryToWire(
  { totals, hours, fiveMinutes }: RecordSummary,
  timeZone: string,
): CallRecordSummary {
  const { calls, persons, machines, texts, delivered, replied, billed, cost } = totals;
  const { step, bars } = chartBars(hours, fiveMinutes, timeZone);
  return {
    total: calls + texts,
    ...{ calls, persons, machines, texts, delivered, replied },
    minutes: billed / 60,
    cost: cost / 1_000_000,
    answerRate: calls === 0 ? null : (persons + machines) / calls,
    step,
    bars: bars.map(({ start, end, ...counts }) => ({
      start: start.toISOString(),
      end: end.toISOString(),
      ...counts,
    })),
  };
}

type WireValue = { [T in ColumnType]: CallRecord[CallRecordColumn<T>] };

/** The sealed values are of this client. */
export function recordToWire(row: CallRecordRow, clientId: number, vault: Vault): CallRecord {
  const { callListId, entryId } = row;
  const place = recordPlace({ clientId, callListId, entryId });
  const open: Opened = (sealed, field) => (sealed ? vault.read(sealed, { ...place, field }) : '');
  return {
    ...byColumn<WireValue>(<T extends ColumnType>(type: T, column: CallRecordColumn<T>) =>
      wire[type](row[column] as StoredValue[T], open),
    ),
    recordId: recordIdOf(row),
  };
}

type Opened = (sealed: Buffer | null, field: SealedField) => string;

const wire: { [T in ColumnType]: (stored: StoredValue[T], open: Opened) => WireValue[T] } = {
  text: (text) => text,
  phone: (phone) => phone,
  time: (time) => time?.toISOString() ?? null,
  seconds: (seconds) => seconds,
  count: (count) => count,
  money: (micro) => micro / 1_000_000,
  callerIdType: (type) => callerIdTypeNames[type as keyof typeof callerIdTypeNames] ?? '',
  outcome: outcomeAt,
  dateOfBirth: (sealed, open) => maskDateOfBirth(open(sealed, 'dateOfBirth')),
  ssn: (sealed, open) => maskSsn(open(sealed, 'ssn')),
};
