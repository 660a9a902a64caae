import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type EngineCount,
  killEngine,
  readEngineCount,
  readTour,
  type Tour,
} from '#contract/tour.ts';
import { api } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatLocalTime } from '#web/lib/local-time.ts';
import { counted } from '#web/lib/plural.ts';
import { queryKey } from '#web/lib/query.ts';
import { Button } from '../button.tsx';
import { LineFrame, look } from './line.tsx';
import styles from './tour.module.css';

/** Real milliseconds between two counts: what was in flight ends within a minute. */
const refreshEvery = 1_500;

/** kill -9 for the engine, with the counter that shows what became of its calls. */
export function KillLine({ line }: { line: Tour['kill'] }) {
  const client = useQueryClient();
  const { data: count } = useQuery({
    queryKey: queryKey(readEngineCount),
    queryFn: ({ signal }) => api(readEngineCount, { signal }),
    enabled: line.first === null,
    refetchInterval: refreshEvery,
    throwOnError: false,
  });
  const kill = useMutation({
    mutationFn: () => api(killEngine),
    onSuccess: (data) => {
      client.setQueryData(queryKey(readEngineCount), data);
      void client.invalidateQueries({ queryKey: queryKey(readTour) });
    },
  });
  return (
    <LineFrame line={line} title="Kill the engine while it calls" more={wordsOf(line, count)}>
      {count && (
        <span className={styles.counter} data-counter="">
          {counted(count.taken, 'call and text', 'calls and texts')}.{' '}
          <strong>Called twice: {formatNumber(count.twice)}</strong>
        </span>
      )}
      <Button
        size="sm"
        variant={look(line)}
        reason={line.refusal ?? undefined}
        busy={kill.isPending}
        onClick={() => kill.mutate()}
      >
        Kill the engine
      </Button>
    </LineFrame>
  );
}

/** Why it cannot be killed now stands in the line: nobody hovers over a button that is off. */
function wordsOf({ refusal }: Tour['kill'], count: EngineCount | undefined): string {
  if (refusal === null) return killWords(count);
  return count?.kill ? `${killWords(count)} ${refusal}` : refusal;
}

/** "Killed 10:43:07, back after 2.1 s. Of 8 in flight, 6 ended as unknown." */
function killWords(count: EngineCount | undefined): string {
  const kill = count?.kill;
  if (!kill) return 'It comes back by itself, and nobody is called twice.';
  const { killed, backAfter, inFlight, stillOpen, unknown } = kill;
  const back =
    backAfter === null ? 'it is being started again' : `back after ${backAfter.toFixed(1)} s`;
  const begins = `Killed ${formatLocalTime(killed, 'seconds')}, ${back}.`;
  if (inFlight === 0) return `${begins} Nothing was in flight.`;
  const open = stillOpen === 0 ? '' : `, ${formatNumber(stillOpen)} not settled yet`;
  return `${begins} ${formatNumber(inFlight)} in flight, ${formatNumber(unknown)} ended as unknown${open}.`;
}
