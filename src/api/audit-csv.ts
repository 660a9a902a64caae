/** The audit log as a file: RFC 4180, UTF-8 with a byte order mark, no formulas. */
import { type AuditEntry, type AuditFilter, auditPageSize } from '#contract/audit.ts';
import { asClient, type Database } from '#db/database.ts';
import { readAudit } from '#db/queries/audit.ts';
import { csvCell } from '#domain/csv.ts';
import { easternStamp } from '#domain/eastern-time.ts';

const head = [
  ...['Number', 'Time (ET)', 'Who', 'Name', 'Address', 'Browser', 'Operation', 'Thing', 'ID'],
  ...['Thing Name', 'Before', 'After', 'Outcome', 'Reason'],
];

export async function* auditCsv(db: Database, clientId: number, filter: AuditFilter) {
  let heading = `\ufeff${head.join(',')}\r\n`;
  let before: number | undefined;
  for (;;) {
    const page = { before };
    const entries = await asClient(db, clientId, (tx) => readAudit(tx, clientId, filter, page));
    yield heading + entries.map(lineOf).join('');
    heading = '';
    if (entries.length < auditPageSize) return;
    before = entries.at(-1)?.sequence;
  }
}

function lineOf(entry: AuditEntry): string {
  const { sequence, at, actorKind, actorName, address, browser, operation, outcome, reason } =
    entry;
  const { thingKind, thingId, thingName, before, after } = entry;
  const cells = [
    ...[
      String(sequence),
      easternStamp(new Date(at)),
      actorKind,
      actorName,
      address,
      browser,
      operation,
    ],
    ...[thingKind ?? '', thingId ?? '', thingName ?? ''],
    ...[before ? JSON.stringify(before) : '', after ? JSON.stringify(after) : ''],
    ...[outcome, reason ?? ''],
  ];
  return `${cells.map(csvCell).join(',')}\r\n`;
}
