/**
 * The file of everything that an import left out: RFC 4180, UTF-8 with a byte order mark, no
 * formulas.
 */
import { Readable } from 'node:stream';
import { asClient, type Database } from '#db/database.ts';
import { listRejectedRows } from '#db/queries/call-list.ts';
import { csvCell } from '#domain/csv.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';

const pageRows = 2000;

/** Page by page, so that a file of a million lines takes no memory. */
export function rejectedCsv(db: Database, clientId: number, callListId: number): Readable {
  return Readable.from(pages(db, clientId, callListId));
}

async function* pages(db: Database, clientId: number, callListId: number) {
  yield '\ufeffLine,Column,Value,Reason\r\n';
  let after = { line: 0, id: 0 };
  for (;;) {
    const rows = await asClient(db, clientId, (tx) =>
      listRejectedRows(tx, clientId, callListId, after, pageRows),
    );
    yield rows
      .map(
        ({ line, column, value, reason }) =>
          `${line},${[column, value, reasonSentence(reason)].map(csvCell).join(',')}\r\n`,
      )
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = { line: last.line, id: last.id };
  }
}
