/** The account whose values a text is shown and counted with. */
import { useQuery } from '@tanstack/react-query';
import type { OperationResponse } from '#contract/http.ts';
import { sampleTextAccount } from '#contract/text-message.ts';
import { countedText, fillText } from '#domain/text-message.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';

/** null when the client has no account yet. */
export type Sample = OperationResponse<typeof sampleTextAccount>;

/** undefined until loaded; the preview shows field names meanwhile. */
export function useSample(campaignId: number) {
  const { clientId } = useManager();
  const query = campaignId === 0 ? { clientId } : { clientId, campaignId };
  return useQuery({
    queryKey: queryKey(sampleTextAccount, query),
    queryFn: ({ signal }) => api(sampleTextAccount, { query, signal }),
    throwOnError: false,
  }).data;
}

/** The text whose segments are counted: with the values of the account that is shown. */
export function sampleText(
  message: string,
  sample: Pick<NonNullable<Sample>, 'values'> | null | undefined,
): string {
  return sample ? fillText(message, sample.values) : countedText(message);
}
