/** The do-not-call list as a file: RFC 4180, UTF-8 with a byte order mark, no formulas. */
import type { DoNotCallEntry } from '#contract/do-not-call.ts';
import type { Database } from '#db/database.ts';
import { type ListedNumber, readListedNumbers } from '#db/queries/do-not-call.ts';
import { csvCell } from '#domain/csv.ts';
import { easternStamp } from '#domain/eastern-time.ts';

/** As the list on the screen calls them. */
const sourceNames: Record<DoNotCallEntry['source'], string> = {
  manager: 'Manager',
  key: 'Pressed 9 in a call',
  text: 'Opt-out text',
  operator: 'Operator',
};

export async function* doNotCallCsv(db: Database, clientId: number): AsyncGenerator<string> {
  let heading = '\ufeffPhone Number,Added By,Manager,Added (ET)\r\n';
  for await (const rows of readListedNumbers(db, clientId)) {
    yield heading + rows.map(lineOf).join('');
    heading = '';
  }
  // Of an empty list.
  if (heading !== '') yield heading;
}

function lineOf({ phone, source, created, managerName }: ListedNumber): string {
  const cells = [phone, sourceNames[source], managerName ?? '', easternStamp(created)];
  return `${cells.map(csvCell).join(',')}\r\n`;
}
