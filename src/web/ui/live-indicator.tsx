import { counted } from '../lib/plural.ts';
import { toPlatformTime } from '../lib/simulation.ts';
import type { LiveQuery } from '../lib/use-live-query.ts';
import { useNow } from '../lib/use-now.ts';
import styles from './live-indicator.module.css';
import { StatusDot } from './status-dot.tsx';
import { useTimeFormat } from './zone-named.ts';

type LiveIndicatorProps = Pick<LiveQuery<unknown>, 'connection' | 'updatedAt' | 'nextTryAt'>;

/** When the numbers were last true, and whether the connection is lost. */
export function LiveIndicator({ connection, updatedAt, nextTryAt }: LiveIndicatorProps) {
  const lost = connection === 'lost';
  const now = useNow(lost ? 1_000 : null);
  const format = useTimeFormat();
  const time = updatedAt && format(toPlatformTime(updatedAt), 'seconds');
  return (
    <div className={styles.live}>
      {lost ? (
        <StatusDot color="red">
          Connection lost. {time && `These numbers are from ${time}. `}
          {nextTry(nextTryAt, now)}
        </StatusDot>
      ) : (
        <StatusDot color={connection === 'live' ? 'green' : 'grey'}>
          {time ? `Live, updated ${time}` : 'Connecting'}
        </StatusDot>
      )}
      <span className="visually-hidden" role="status">
        {lost ? 'Connection lost' : connection === 'live' ? 'Live' : ''}
      </span>
    </div>
  );
}

function nextTry(at: Date | undefined, now: number): string {
  const seconds = at ? Math.ceil((at.getTime() - now) / 1_000) : 0;
  if (seconds <= 0) return 'Trying now.';
  return `Retrying in ${counted(seconds, 'second')}.`;
}
