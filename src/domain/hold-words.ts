/** What a hold is called towards people. */
import type { Hold } from '#contract/hold.ts';
import { easternTime } from './run-reason.ts';

const time = (iso: string | undefined) => (iso ? easternTime(Date.parse(iso)) : undefined);

/** One or two sentences: why nothing is called or texted. */
export function holdReason(hold: Hold): string {
  const reason = codeReason(hold);
  if (!hold.lost) return reason;
  return `${reason} Part of the journal of ${hold.lost} is lost, so nobody knows whom it called.`;
}

function codeReason(hold: Hold): string {
  const asOf = time(hold.asOf);
  const until = time(hold.aheadUntil);
  switch (hold.code) {
    case 'restored':
      return `The database was restored${asOf ? ` from a backup of ${asOf}` : ''}.`;
    case 'rolled_back': {
      const is = asOf ? `The database is of ${asOf}` : 'The database is older than it was';
      return until
        ? `${is}, but calls and texts were handed over until ${until}.`
        : `${is}, but more has happened since.`;
    }
    case 'unknown_folder':
      return 'This database was used from another data folder, and no Carillon that knows it is running.';
    case 'failover':
      return 'The database server was replaced by another one.';
    case 'operator':
      return 'The operator started Carillon with --hold.';
  }
}

/** The same with what follows from it, for campaigns, the console and the log. */
export function holdSentence(hold: Hold): string {
  const until =
    hold.code === 'failover' || hold.asked
      ? 'the journals of all machines have been compared'
      : 'the operator runs «carillon restore reconcile»';
  return `On hold: ${holdReason(hold)} Nothing is called or texted until ${until}.`;
}
