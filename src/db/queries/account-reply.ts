/** Whether a person wrote back, from whichever number of the account. */
import { entriesOfAccount } from '../entry-steps.ts';
import { tablesOfReplies } from './kept-reply.ts';

interface Asked {
  /** SQL: one list, named by a parameter or a column of the statement. */
  list: string;
  entry: string;
  line: string;
  phone: string;
  /** No account of the list has more numbers. */
  columns: string;
  /** From when on a text from `phone` is a reply; from the other numbers since their own attempt, if that was before. */
  since: string;
}

/**
 * SQL, for the client $1: a text came from the number, from another number of its account in the
 * list, or from one that is no entry of the list.
 */
export function hasReplied({ list, entry, line, phone, columns, since }: Asked): string {
  const apart = `(${columns} - 1)`;
  const own = 'entry_id, phone';
  const account = entriesOfAccount({ list, entry, line, apart, columns: own });
  const begun = `(SELECT b.attempted_at FROM attempt b WHERE b.client_id = $1
    AND b.call_list_id = ${list} AND b.entry_id = r.entry_id)`;
  return `(${wrote(phone, since)}
    OR EXISTS (SELECT FROM account_phone r WHERE r.client_id = $1 AND r.call_list_id = ${list}
      AND r.account_line = ${line} AND ${wrote('r.phone', since)})
    OR (${columns} > 1 AND EXISTS (SELECT FROM (${account}) r
      WHERE ${wrote('r.phone', `least(${begun}, ${since})`)})))`;
}

/** Also if retention has deleted the text since. */
const wrote = (phone: string, since: string) =>
  `(${tablesOfReplies
    .map(
      (table) => `EXISTS (SELECT FROM ${table} i
  WHERE i.client_id = $1 AND i.phone = ${phone} AND i.received >= ${since})`,
    )
    .join(' OR ')})`;
