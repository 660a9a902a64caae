import { mostRecordsCounted } from '#contract/call-record.ts';
import { formatNumber } from '#web/lib/format.ts';
import { percentWords } from '#web/lib/percents.ts';
import { Button } from '#web/ui/button.tsx';
import { Figure, Figures } from '#web/ui/figure.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import type { ReportFilters } from './report-filter.ts';
import styles from './totals.module.css';
import { usePersons } from './use-persons.ts';

interface PersonsProps {
  filters: ReportFilters;
  /** As the report searches. */
  newest: number | undefined;
  /** Calls and texts that match. */
  attempts: number;
}

/** Attempts and persons apart: somebody who was called three times is one person. */
export function Persons({ filters, newest, attempts }: PersonsProps) {
  const { counted, stale, count, busy, failure, retry } = usePersons(filters, newest);
  if (failure) {
    return (
      <ErrorBand>
        The persons could not be counted. {failure}{' '}
        <Button size="sm" onClick={retry}>
          Retry
        </Button>
      </ErrorBand>
    );
  }
  if (counted === undefined) return null;
  const isOld = stale || busy;
  return (
    <section
      aria-label="Attempts and persons"
      aria-busy={isOld}
      className={isOld ? styles.stale : styles.totals}
    >
      {counted === null || (stale && attempts > mostRecordsCounted) ? (
        <p className={styles.many}>
          {`More than ${formatNumber(mostRecordsCounted)} attempts: counting their persons takes some seconds.`}{' '}
          <Button size="sm" variant="plain" busy={busy} onClick={count}>
            Count persons
          </Button>
        </p>
      ) : (
        <Figures>
          <Figure label="Attempts" value={formatNumber(counted.attempts)} />
          <Figure label="All persons" value={formatNumber(counted.persons)} />
          <Figure
            label="Persons reached"
            value={formatNumber(counted.reached)}
            note={shareOf(counted.reached, counted.persons)}
          />
        </Figures>
      )}
    </section>
  );
}

/** "37% of persons" */
function shareOf(reached: number, persons: number): string | undefined {
  if (persons === 0) return undefined;
  const [share] = percentWords([reached, persons - reached]);
  return `${share} of persons`;
}
