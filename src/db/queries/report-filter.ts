/** Saved filters of the call detail report; each manager sees and changes only their own. */
import type { ReportFilterSaved } from '#contract/report-filter.ts';
import type { Tx } from '../database.ts';
import { nameOrder } from '../name-order.ts';

export interface Owner {
  clientId: number;
  managerId: number;
}

interface Row extends Omit<ReportFilterSaved, 'updated'> {
  updated: Date;
}

const columns = 'report_filter_id AS "reportFilterId", name, search, updated';
const isOwn = 'client_id = $1 AND manager_id = $2';
const toWire = ({ updated, ...row }: Row) => ({ ...row, updated: updated.toISOString() });

export async function listReportFilters(
  tx: Tx,
  { clientId, managerId }: Owner,
): Promise<ReportFilterSaved[]> {
  const rows = await tx.rows<Row>(
    `SELECT ${columns} FROM report_filter WHERE ${isOwn} ORDER BY ${nameOrder('name')}, report_filter_id`,
    [clientId, managerId],
  );
  return rows.map(toWire);
}

/** Whether another one of the manager's has this name. */
export async function isNameTaken(
  tx: Tx,
  { clientId, managerId }: Owner,
  { reportFilterId, name }: { reportFilterId: number; name: string },
): Promise<boolean> {
  // Two saves of one name wait for each other.
  await tx.run(`SELECT pg_advisory_xact_lock(hashtext('report filters'), $1)`, [managerId]);
  const other = await tx.row(
    `SELECT FROM report_filter WHERE ${isOwn} AND lower(name) = lower($3) AND report_filter_id <> $4`,
    [clientId, managerId, name, reportFilterId],
  );
  return other !== undefined;
}

/** Undefined when it is not one of the manager's. */
export async function saveReportFilter(
  tx: Tx,
  { clientId, managerId }: Owner,
  given: { reportFilterId: number; name: string; search: string },
): Promise<ReportFilterSaved | undefined> {
  const { reportFilterId, name, search } = given;
  const row =
    reportFilterId === 0
      ? await tx.row<Row>(
          `INSERT INTO report_filter (client_id, manager_id, name, search)
           VALUES ($1, $2, $3, $4) RETURNING ${columns}`,
          [clientId, managerId, name, search],
        )
      : await tx.row<Row>(
          `UPDATE report_filter SET name = $3, search = $4, updated = now()
           WHERE ${isOwn} AND report_filter_id = $5 RETURNING ${columns}`,
          [clientId, managerId, name, search, reportFilterId],
        );
  return row && toWire(row);
}

/** False when it is not one of the manager's. */
export async function deleteReportFilter(
  tx: Tx,
  { clientId, managerId }: Owner,
  reportFilterId: number,
): Promise<boolean> {
  const deleted = await tx.run(
    `DELETE FROM report_filter WHERE ${isOwn} AND report_filter_id = $3`,
    [clientId, managerId, reportFilterId],
  );
  return deleted > 0;
}
