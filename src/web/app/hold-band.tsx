import { useQuery } from '@tanstack/react-query';
import { getHold } from '#contract/hold.ts';
import { api } from '../lib/api.ts';
import { formatMarkedDateTime } from '../lib/local-time.ts';
import { queryKey } from '../lib/query.ts';
import { useZoneChoice } from '../lib/zone.ts';
import { AlertIcon } from '../ui/icons.tsx';
import styles from './hold-band.module.css';

/** Says on every screen why nothing is called or texted: a hold, or a stop by the operator. */
export function HoldBand() {
  useZoneChoice();
  const { data } = useQuery({
    queryKey: queryKey(getHold),
    queryFn: ({ signal }) => api(getHold, { signal }),
    refetchInterval: 10_000,
    throwOnError: false,
  });
  const { hold, stop } = data ?? {};
  if (!hold && !stop) return null;
  return (
    <aside className={styles.band} aria-label={hold ? 'On hold' : 'Stopped'} role="status">
      <AlertIcon />
      {hold ? (
        <p>
          {hold.reason}{' '}
          <span className={styles.since}>Since {formatMarkedDateTime(hold.since)}.</span>
        </p>
      ) : (
        <p>{stop?.reason}</p>
      )}
    </aside>
  );
}
