import { useQuery } from '@tanstack/react-query';
import { getSimulation } from '../../contract/platform.ts';
import { api } from '../lib/api.ts';
import { formatTime } from '../lib/format.ts';
import { queryKey } from '../lib/query.ts';
import { hearSimulation, toPlatformTime, useSimulation } from '../lib/simulation.ts';
import { useNow } from '../lib/use-now.ts';
import styles from './simulation-band.module.css';

/** On every screen while the simulated carrier is in use; nothing otherwise. */
export function SimulationBand() {
  useQuery({
    queryKey: queryKey(getSimulation),
    queryFn: async ({ signal }) => {
      const state = await api(getSimulation, { signal });
      hearSimulation(state, Date.now());
      return state;
    },
    refetchInterval: 15_000,
    throwOnError: false,
  });
  const simulation = useSimulation();
  if (!simulation?.simulated) return null;
  return (
    <aside className={styles.band} aria-label="Simulation">
      <p className={styles.fact} title={simulation.notice ?? undefined}>
        <strong>Simulated carrier</strong>
        <span>
          Nothing leaves this machine.
          <span className={styles.more}> Calls, answers and texts are made up.</span>
          {simulation.notice && <span className={styles.notice}> {simulation.notice}</span>}
        </span>
      </p>
      <SimulationClock speed={simulation.speed} />
    </aside>
  );
}

function SimulationClock({ speed }: { speed: number }) {
  const now = useNow(1_000);
  return (
    <p className={styles.clock}>
      Simulation clock {formatTime(toPlatformTime(new Date(now)))} ET, speed {speed}×
    </p>
  );
}
