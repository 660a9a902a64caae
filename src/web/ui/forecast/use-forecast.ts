/** A campaign's forecast as it is set, or with changes that a person tries out. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { forecastCampaign, listKeptForecasts } from '#contract/forecast.ts';
import { api } from '#web/lib/api.ts';
import { unlessFed } from '#web/lib/feed-pace.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import type { Tried } from './tried.ts';

/** Milliseconds without a move of a slider until the server is asked. */
const settles = 150;
const refreshEvery = 30_000;
export const keptEvery = 30_000;

/** The newest question wins: the response to an older one is dropped. */
export function useForecast(campaignId: number, changes: Tried) {
  const settled = useSettled(JSON.stringify(changes), settles);
  return useQuery({
    queryKey: [...queryKey(forecastCampaign, { campaignId }), settled],
    queryFn: ({ signal }) =>
      api(forecastCampaign, {
        params: { id: campaignId },
        body: JSON.parse(settled || '{}') as Tried,
        signal,
      }),
    enabled: campaignId !== 0,
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery,
    gcTime: 60_000,
  });
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
