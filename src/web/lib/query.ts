import type { CallShape } from '#contract/http.ts';

/**
 * The cache key of a call: `queryKey(listCampaigns, { clientId })`. Invalidate every variant of
 * a call with `queryClient.invalidateQueries({ queryKey: queryKey(listCampaigns) })`.
 */
export function queryKey(call: CallShape, input?: unknown): readonly unknown[] {
  return input === undefined ? [call.name] : [call.name, input];
}
