import { useQuery } from '@tanstack/react-query';
import { type ClientRetention, readRetention } from '#contract/retention.ts';
import { api } from './api.ts';
import { queryKey } from './query.ts';
import { useSession } from './session.ts';

/** How long the signed-in manager's client keeps data; undefined before it is known. */
export function useRetention(): ClientRetention | undefined {
  const clientId = useSession()?.clientId;
  return useQuery({
    queryKey: queryKey(readRetention, { clientId }),
    queryFn: ({ signal }) => api(readRetention, { query: { clientId }, signal }),
    enabled: clientId !== undefined,
    throwOnError: false,
  }).data;
}
