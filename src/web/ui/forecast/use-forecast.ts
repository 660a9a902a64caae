/** A campaign's forecast as it is set, or with changes that a person tries out. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { forecastCampaign, listKeptForecasts } from '#contract/forecast.ts';
import { api } from '#web/lib/api.ts';
import { unlessFed } from '#web/lib/feed-pace.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import type { Tried } from './tried.ts';

/** Milliseconds without a move of a slider until an answer under way is no longer waited for. */
const settles = 150;
const refreshEvery = 30_000;
export const keptEvery = 30_000;

/**
 * The forecast with these changes; while somebody drags, one answer after the other, each to what was set when
 * the one before came. Who drags slowly seems to rest now and then: only one answer in a row is no longer
 * waited for, so the next one comes whatever is moved meanwhile.
 *
 * @returns `behind`: `data` is of other changes
 */
export function useForecast(campaignId: number, changes: Tried) {
  const wanted = JSON.stringify(changes);
  const [asked, ask] = useState(wanted);
  const query = useQuery({
    queryKey: [...queryKey(forecastCampaign, { campaignId }), asked],
    queryFn: ({ signal }) =>
      api(forecastCampaign, {
        params: { id: campaignId },
        body: JSON.parse(asked) as Tried,
        signal,
      }),
    enabled: campaignId !== 0,
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery,
    gcTime: 60_000,
  });
  const { data, error, isFetching, isPlaceholderData } = query;
  const leftOne = useRef(false);
  useEffect(() => {
    if (!isFetching) leftOne.current = false;
    if (wanted === asked) return;
    if (!isFetching) {
      ask(wanted);
      return;
    }
    if (leftOne.current) return;
    const timer = setTimeout(() => {
      leftOne.current = true;
      ask(wanted);
    }, settles);
    return () => clearTimeout(timer);
  }, [wanted, asked, isFetching]);
  return { data, error, behind: isPlaceholderData || wanted !== asked };
}

export const keptQuery = (clientId: number, campaignId?: number) => ({
  clientId,
  ...(campaignId && { campaignId }),
});

/** @param campaignId undefined: of all campaigns */
export function useKeptForecasts(campaignId?: number) {
  const query = keptQuery(useManager().clientId, campaignId);
  return useQuery({
    queryKey: queryKey(listKeptForecasts, query),
    queryFn: ({ signal }) => api(listKeptForecasts, { query, signal }),
    refetchInterval: unlessFed(keptEvery),
  });
}
