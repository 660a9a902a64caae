/** The card "Try this" of a demo client: what is on it, and noting what a manager has seen. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { noteTourStep, readTour, type Tour } from '#contract/tour.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';

/** Milliseconds: an example appears soon after the first call. */
const refreshEvery = 5_000;
const never = Number.POSITIVE_INFINITY;

/**
 * Undefined for a client that is not made up, and until it is known.
 *
 * @param live the card is on the screen
 */
export function useTour({ live = false } = {}): Tour | undefined {
  const { data } = useQuery({
    queryKey: queryKey(readTour),
    queryFn: ({ signal }) => api(readTour, { signal }),
    staleTime: never,
    refetchInterval: ({ state }) => (live && state.data?.tour ? refreshEvery : false),
    // Nothing else waits for it: without it there is no card.
    throwOnError: false,
  });
  return data?.tour ?? undefined;
}

/** Notes once that this manager has seen what the line is about. */
export function useTourStep(step: 'why' | 'story' | 'forecast', seen: boolean): void {
  const tour = useTour();
  const client = useQueryClient();
  const isNew = seen && tour !== undefined && !tour[step].done;
  useEffect(() => {
    if (!isNew) return;
    api(noteTourStep, { params: { step } }).then(
      () => client.invalidateQueries({ queryKey: queryKey(readTour) }),
      // It is noted the next time.
      () => undefined,
    );
  }, [isNew, step, client]);
}

/** Puts the card away, or back. */
export function useShowTour() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (step: 'away' | 'back') => api(noteTourStep, { params: { step } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKey(readTour) }),
  });
}
