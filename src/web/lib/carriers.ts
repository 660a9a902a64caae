import { useQuery } from '@tanstack/react-query';
import { type ClientCarriers, readCarriers } from '#contract/carrier.ts';
import { api } from './api.ts';
import { unlessFed } from './feed-pace.ts';
import { queryKey } from './query.ts';
import { useSession } from './session.ts';

/** Milliseconds between two polls. */
export const carriersEvery = 5_000;

/** The carriers of the signed-in manager's client; undefined before they are known. */
export function useCarriers(): ClientCarriers | undefined {
  const clientId = useSession()?.clientId;
  return useQuery({
    queryKey: queryKey(readCarriers, { clientId }),
    queryFn: ({ signal }) => api(readCarriers, { query: { clientId }, signal }),
    enabled: clientId !== undefined,
    refetchInterval: unlessFed(carriersEvery),
    throwOnError: false,
  }).data;
}
