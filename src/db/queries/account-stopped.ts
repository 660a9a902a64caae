/** Whether somebody of an account asked to stop, at whichever number of it. */
import { entriesOfAccount, firstOf } from '../entry-steps.ts';
import { blocksOneOfMany } from './blocked-number.ts';

interface Asked {
  /** SQL: one list, named by a parameter or a column of the statement. */
  list: string;
  entry: string;
  line: string;
  externalId: string;
  /** No account of the list has more numbers. */
  columns: string;
  /** `client.stop_scope`. */
  scope: string;
}

const stoppedWhole = (phone: string) => `(SELECT d.whole_account FROM do_not_call d
  WHERE d.client_id = $1 AND ${blocksOneOfMany('d', phone)})`;

/**
 * SQL, for the client $1: a stop at another number of the entry's account holds for the account: at an entry
 * of the list, at a number that is no entry, or under the External Id.
 */
export function accountStopped({ list, entry, line, externalId, columns, scope }: Asked): string {
  const apart = `(${columns} - 1)`;
  const own = 'entry_id, phone';
  return `(${scope} = 'account' AND (
    EXISTS (SELECT FROM account_stop t WHERE t.client_id = $1 AND t.external_id = ${externalId}
      AND (SELECT d.whole_account FROM do_not_call d WHERE d.client_id = $1 AND d.phone = t.phone))
    OR EXISTS (SELECT FROM account_phone p WHERE p.client_id = $1 AND p.call_list_id = ${list}
      AND p.account_line = ${line} AND ${stoppedWhole('p.phone')})
    OR (${columns} > 1 AND EXISTS (
      SELECT FROM (${entriesOfAccount({ list, entry, line, apart, columns: own })}) AS o
      WHERE ${firstOf('o.entry_id')} <> ${firstOf(entry)} AND ${stoppedWhole('o.phone')}))))`;
}
