import type { OperationShape } from '#contract/http.ts';

/**
 * The cache key of an operation: `queryKey(listCampaigns, { clientId })`. Invalidate every variant of
 * an operation with `queryClient.invalidateQueries({ queryKey: queryKey(listCampaigns) })`.
 */
export function queryKey(operation: OperationShape, input?: unknown): readonly unknown[] {
  return input === undefined ? [operation.name] : [operation.name, input];
}
