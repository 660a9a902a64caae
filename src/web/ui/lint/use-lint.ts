import { useQueries, useQuery } from '@tanstack/react-query';
import { lintText, lintVoiceMessage } from '#contract/lint.ts';
import type { MessageRole } from '#contract/lint-rule.ts';
import { api } from '#web/lib/api.ts';
import { againAfterFailure, queryKey } from '#web/lib/query.ts';
import { useSettled } from '#web/lib/use-settled.ts';

/** The checks are fresh on every screen: a list, a setting or a message may have changed. */
const fresh = { staleTime: 0, throwOnError: false } as const;
/** A message that is being rendered is asked for again. */
const whileRendering = 2_000;

export interface VoiceUse {
  messageId: number;
  /** Absent: as its campaigns use it. */
  role?: MessageRole;
  campaignType?: number;
  /** Absent for a new one. */
  campaignId?: number | undefined;
}

/** What the checks find in voice messages, each in its use. */
export function useVoiceLint(uses: readonly VoiceUse[]) {
  return useQueries({
    queries: uses.map(({ messageId: id, ...query }) => ({
      queryKey: queryKey(lintVoiceMessage, { id, ...query }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api(lintVoiceMessage, { params: { id }, query, signal }),
      refetchInterval: (read: { state: { data: unknown; error: unknown } }) =>
        isRendering(read.state.data) ? whileRendering : againAfterFailure(read),
      ...fresh,
    })),
  });
}

function isRendering(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'ready' in data && data.ready === false;
}

/** The same of a text, when it has not been changed for a moment; nothing while it is empty. */
export function useTextLint(message: string, campaignId?: number) {
  const settled = useSettled(message, 400);
  return useQuery({
    queryKey: queryKey(lintText, { message: settled, campaignId }),
    queryFn: ({ signal }) =>
      api(lintText, { body: { message: settled, ...(campaignId && { campaignId }) }, signal }),
    enabled: settled.trim() !== '',
    placeholderData: (before) => before,
    ...fresh,
  });
}
