import { useQuery } from '@tanstack/react-query';
import type { Stop } from '#contract/client-stop.ts';
import { getHold } from '#contract/hold.ts';
import { api } from '../lib/api.ts';
import { unlessFed } from '../lib/feed-pace.ts';
import { formatMarkedDateTime } from '../lib/local-time.ts';
import { queryKey } from '../lib/query.ts';
import { useRefusal } from '../lib/rights.ts';
import { platformNow } from '../lib/simulation.ts';
import { statusSentence } from '../lib/status-sentence.ts';
import { useZoneChoice } from '../lib/zone.ts';
import { Button } from '../ui/button.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { askToLift } from '../ui/run/run-question.ts';
import styles from './hold-band.module.css';

/** Says on every screen why nothing is called or texted: a hold, or stops. */
export function HoldBand() {
  useZoneChoice();
  const { data } = useQuery({
    queryKey: queryKey(getHold),
    queryFn: ({ signal }) => api(getHold, { signal }),
    refetchInterval: unlessFed(10_000),
    throwOnError: false,
  });
  const { hold, stops = [] } = data ?? {};
  if (!hold && stops.length === 0) return null;
  return (
    <aside className={styles.band} aria-label={hold ? 'On hold' : 'Stopped'} role="status">
      <AlertIcon />
      <div className={styles.lines}>
        {hold && (
          <p>
            {hold.reason}{' '}
            <span className={styles.since}>Since {formatMarkedDateTime(hold.since)}.</span>
          </p>
        )}
        {stops.map((stop) => (
          <StopLine key={`${stop.by} ${stop.scope} ${stop.carrier}`} stop={stop} />
        ))}
      </div>
    </aside>
  );
}

/** An administrator lifts here what an administrator stopped. */
function StopLine({ stop }: { stop: Stop }) {
  const refusal = useRefusal('administrator');
  const sentence = statusSentence(
    { reason: stop.reasonCode, statusReason: stop.reason },
    platformNow(),
  );
  return (
    <p>
      {sentence}
      {stop.by === 'administrator' && !refusal && (
        <Button size="sm" onClick={() => askToLift(stop)}>
          Lift
        </Button>
      )}
    </p>
  );
}
