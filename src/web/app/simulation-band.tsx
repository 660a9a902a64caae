import { useQuery } from '@tanstack/react-query';
import { getSimulation } from '#contract/platform.ts';
import { api } from '../lib/api.ts';
import { isSimulated } from '../lib/carrier-words.ts';
import { useCarriers } from '../lib/carriers.ts';
import { heardServer, useLostSince } from '../lib/connection.ts';
import { formatTime } from '../lib/format.ts';
import { queryKey } from '../lib/query.ts';
import { receiveSimulation, toPlatformTime, useSimulation } from '../lib/simulation.ts';
import { useNow } from '../lib/use-now.ts';
import styles from './simulation-band.module.css';

/**
 * Shown on every screen while a simulated carrier is in use: the client's or, before sign-in, that
 * of all clients.
 */
export function SimulationBand() {
  useQuery({
    queryKey: queryKey(getSimulation),
    queryFn: async ({ signal }) => {
      const state = await api(getSimulation, { signal });
      receiveSimulation(state, Date.now());
      heardServer();
      return state;
    },
    refetchInterval: 15_000,
    throwOnError: false,
  });
  const simulation = useSimulation();
  const madeUp = useMadeUp(simulation?.simulated ?? false);
  if (!simulation || !madeUp) return null;
  return (
    <aside className={styles.band} aria-label="Simulation">
      <p className={styles.fact} title={simulation.notice ?? undefined}>
        <strong>Simulated carrier</strong>
        <span>
          {madeUp.fact}
          <span className={styles.more}> {madeUp.more}</span>
          {simulation.notice && <span className={styles.notice}> {simulation.notice}</span>}
        </span>
      </p>
      {simulation.simulated && <SimulationClock speed={simulation.speed} />}
    </aside>
  );
}

/** @param everybody all clients are on simulated carriers */
function useMadeUp(everybody: boolean): { fact: string; more: string } | undefined {
  const carriers = useCarriers();
  const calls = carriers ? isSimulated(carriers.voice) : everybody;
  const texts = carriers ? isSimulated(carriers.text) : everybody;
  if (calls && texts) {
    return {
      fact: 'Nothing leaves this machine.',
      more: 'Calls, answers, and texts are simulated.',
    };
  }
  if (calls) return { fact: 'Calls are simulated. Texts are real.', more: '' };
  if (texts) return { fact: 'Texts are simulated. Calls are real.', more: '' };
  return undefined;
}

function SimulationClock({ speed }: { speed: number }) {
  // It stops where the server was last heard of: what it shows now, nobody knows.
  const lostSince = useLostSince();
  const ticking = useNow(lostSince === undefined ? 1_000 : null);
  const now = lostSince ?? ticking;
  return (
    <p className={styles.clock}>
      Simulation clock {formatTime(toPlatformTime(new Date(now)))} ET, speed {speed}×
    </p>
  );
}
