import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type CampaignFigures, listCampaignFigures } from '#contract/campaign-figures.ts';
import { api } from './api.ts';
import { queryKey } from './query.ts';
import { useManager } from './session.ts';

/** Milliseconds between two refreshes. */
const refreshEvery = 5_000;

/** How every campaign is doing, by its id. A failure leaves the lists without their lines. */
export function useCampaignFigures() {
  const { clientId } = useManager();
  const { data } = useQuery({
    queryKey: queryKey(listCampaignFigures, { clientId }),
    queryFn: ({ signal }) => api(listCampaignFigures, { query: { clientId }, signal }),
    refetchInterval: refreshEvery,
    throwOnError: false,
  });
  const byId = useMemo(
    () => new Map<number, CampaignFigures>(data?.map((one) => [one.campaignId, one])),
    [data],
  );
  const of = useCallback((campaignId: number) => byId.get(campaignId), [byId]);
  return { of };
}
