import type { ReactNode } from 'react';
import { toPlatformTime } from '#web/lib/simulation.ts';
import { messageOf } from '../error-message.ts';
import { AlertIcon } from '../icons.tsx';
import { useTimeFormat } from '../zone-named.ts';
import styles from './data-table.module.css';

export interface Empty {
  /** One bold line: "No contact lists yet". */
  title: string;
  /** One sentence: what to do next. */
  sentence?: string;
  /** One button. */
  action?: ReactNode;
}

export interface RefreshFailure {
  /** "The list could not be refreshed." */
  sentence: string;
  /** When what is shown was true (real time). */
  since: Date | undefined;
  retry: () => void;
}

interface QueryState {
  isError: boolean;
  error?: unknown;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

/**
 * The `failure` of a table from its query: `refreshFailure(query, 'The list …')`. A first read that
 * failed says so with its reason.
 */
export function refreshFailure(query: QueryState, sentence?: string): RefreshFailure | undefined {
  if (!query.isError) return undefined;
  const retry = () => void query.refetch();
  if (query.dataUpdatedAt > 0) {
    const since = new Date(query.dataUpdatedAt);
    return { sentence: sentence ?? 'The list could not be refreshed.', since, retry };
  }
  const why = query.error ? ` ${messageOf(query.error)}` : '';
  return { sentence: sentence ?? `The list could not be loaded.${why}`, since: undefined, retry };
}

export function FailureRow({ failure, span }: { failure: RefreshFailure; span: number }) {
  const format = useTimeFormat();
  const time = failure.since && format(toPlatformTime(failure.since), 'seconds');
  return (
    <tr>
      <td colSpan={span} className={styles.failure}>
        <div role="alert">
          <AlertIcon />
          <span>
            {failure.sentence}
            {time && ` Showing data from ${time}.`}
          </span>
          <button type="button" onClick={failure.retry}>
            Retry
          </button>
        </div>
      </td>
    </tr>
  );
}

/** The documents' row of a load. */
export function LoadingRow({ span }: { span: number }) {
  return (
    <tr className={styles.loading}>
      <td colSpan={span}>Loading ...</td>
    </tr>
  );
}

export function EmptyState({ title, sentence, action, span }: Empty & { span: number }) {
  return (
    <tr>
      <td colSpan={span} className={styles.empty}>
        <div>
          <strong>{title}</strong>
          {sentence && <p>{sentence}</p>}
          {action}
        </div>
      </td>
    </tr>
  );
}
