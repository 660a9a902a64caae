import { useQuery } from '@tanstack/react-query';
import { getSimulation, type SimulationState } from '#contract/platform.ts';
import { api } from '../lib/api.ts';
import { isSimulated } from '../lib/carrier-words.ts';
import { useCarriers } from '../lib/carriers.ts';
import { heardServer, useLostSince } from '../lib/connection.ts';
import { unlessFed } from '../lib/feed-pace.ts';
import { formatMarkedTime } from '../lib/local-time.ts';
import { queryKey } from '../lib/query.ts';
import { receiveSimulation, toPlatformTime, useSimulation } from '../lib/simulation.ts';
import { useNow } from '../lib/use-now.ts';
import { useZoneChoice } from '../lib/zone.ts';
import { Tooltip } from '../ui/tooltip.tsx';
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
    refetchInterval: unlessFed(15_000),
    throwOnError: false,
  });
  const simulation = useSimulation();
  const madeUp = useMadeUp(simulation?.simulated ?? false);
  if (!simulation || !madeUp) return null;
  return (
    <aside className={styles.band} aria-label="Simulation">
      <p className={styles.fact}>
        <strong>{madeUp.what}</strong>
        <span>
          {madeUp.fact}
          <span className={styles.more}> {madeUp.more}</span>
        </span>
      </p>
      {simulation.simulated && <SimulationClock {...simulation} />}
    </aside>
  );
}

/** Of a client that the first start made up. */
const demoTexts = {
  madeUp: 'Nothing here was ever called: no call leaves this machine.',
  loading: "The demo's history is being loaded; starts wait for it. No call leaves this machine.",
};

/** @param everybody all clients are on simulated carriers */
function useMadeUp(everybody: boolean): { what: string; fact: string; more: string } | undefined {
  const carriers = useCarriers();
  const calls = carriers ? isSimulated(carriers.voice) : everybody;
  const texts = carriers ? isSimulated(carriers.text) : everybody;
  if (carriers?.madeUp && calls && texts) {
    return {
      what: 'Made-up data',
      fact: carriers.madeUp === 'loading' ? demoTexts.loading : demoTexts.madeUp,
      more: 'Calls, answers and texts come from a simulated carrier.',
    };
  }
  const what = 'Simulated carrier';
  if (calls && texts) {
    return {
      what,
      fact: 'No call leaves this machine.',
      more: 'Calls, answers and texts are made up.',
    };
  }
  if (calls) return { what, fact: 'Calls are simulated. Texts are real.', more: '' };
  if (texts) return { what, fact: 'Texts are simulated. Calls are real.', more: '' };
  return undefined;
}

/** The clock of everything on the screen; how it came to show that appears on hover and focus. */
function SimulationClock({ speed, notice }: Pick<SimulationState, 'speed' | 'notice'>) {
  // It stops when the server last responded: what it shows now, nobody knows.
  const lostSince = useLostSince();
  const ticking = useNow(lostSince === undefined ? 1_000 : null);
  const now = lostSince ?? ticking;
  useZoneChoice();
  const pace =
    speed === 1 ? 'It runs as fast as real time.' : `It runs ${speed} times as fast as real time.`;
  return (
    <Tooltip label={`${pace} ${notice ?? ''}`.trim()} placement="bottom-end">
      <button type="button" className={styles.clock}>
        <span className={styles.word}>Simulation clock </span>
        {formatMarkedTime(toPlatformTime(new Date(now)))},{' '}
        <span className={styles.word}>speed </span>
        {speed}×
      </button>
    </Tooltip>
  );
}
