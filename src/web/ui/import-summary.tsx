import type { ImportReason } from '#contract/call-list-import.ts';
import type { UploadResult } from '#contract/call-list-upload.ts';
import { formatNumber } from '../lib/format.ts';
import { AlertIcon } from './icons.tsx';
import { importAlerts, nothingImported } from './import-alerts.ts';
import styles from './import-summary.module.css';
import { ErrorBand } from './notice-band.tsx';

interface ImportSummaryProps {
  result: UploadResult;
  /** Why numbers and accounts were left out; undefined while not known. */
  reasons?: readonly ImportReason[] | undefined;
}

/** What became of a contact file, at the end of its upload and later from its list. */
export function ImportSummary({ result, reasons = [] }: ImportSummaryProps) {
  const alerts = importAlerts(result);
  const nothing = nothingImported(result);
  return (
    <div className={styles.summary}>
      {nothing && <ErrorBand>{nothing}</ErrorBand>}
      <dl className={styles.counts}>
        <Count
          name="Accounts imported"
          count={result.accountsTotal - result.accountsNotImported}
          total={result.accountsTotal}
        />
        <Count
          name="Phone numbers imported"
          count={result.accountPhonesImported}
          total={result.accountPhonesTotal}
        />
      </dl>
      {alerts.length > 0 && (
        <ul className={styles.alerts}>
          {alerts.map((alert) => (
            <li key={alert}>
              <AlertIcon />
              <span>{alert}</span>
            </li>
          ))}
        </ul>
      )}
      {reasons.length > 0 && (
        <section className={styles.reasons} aria-label="Left out, by reason">
          <h3>Left out, by reason</h3>
          <dl className={styles.counts}>
            {reasons.map(({ sentence, count }) => (
              <div key={sentence}>
                <dt>{sentence}</dt>
                <dd>{formatNumber(count)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

function Count({ name, count, total }: { name: string; count: number; total: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{formatNumber(count)}</strong> of {formatNumber(total)}
      </dd>
    </div>
  );
}
