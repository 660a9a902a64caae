import { useQueries, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { lintText, lintVoiceMessage, type VoiceLint } from '#contract/lint.ts';
import type { MessageRole } from '#contract/lint-rule.ts';
import { api } from '#web/lib/api.ts';
import { againAfterFailure, queryKey } from '#web/lib/query.ts';
import { useSettled } from '#web/lib/use-settled.ts';

/** The checks are fresh on every screen: a list, a setting or a message may have changed. */
const fresh = { staleTime: 0, throwOnError: false } as const;
/** A message that is being rendered is asked for again, in milliseconds: soon at first, then less often. */
const firstAgain = 2_000;
const lastAgain = 30_000;

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
  /** By message and version, how many answers there were before its rendering was seen. */
  const began = useRef(new Map<string, number>());
  function againWhileRendering(id: number, { version }: VoiceLint, answers: number): number {
    const key = `${id} ${version}`;
    const before = began.current.get(key) ?? answers;
    began.current.set(key, before);
    return Math.min(lastAgain, firstAgain * 1.5 ** Math.min(10, answers - before));
  }
  return useQueries({
    queries: uses.map(({ messageId: id, ...query }) => ({
      queryKey: queryKey(lintVoiceMessage, { id, ...query }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api(lintVoiceMessage, { params: { id }, query, signal }),
      refetchInterval: (read: {
        state: { data: VoiceLint | undefined; error: Error | null; dataUpdateCount: number };
      }) => {
        const { data, dataUpdateCount } = read.state;
        if (!data?.rendering) return againAfterFailure(read);
        return againWhileRendering(id, data, dataUpdateCount);
      },
      ...fresh,
    })),
  });
}

/** Whose lists are counted; neither: the newest list. */
export interface TextUse {
  campaignId?: number | undefined;
  /** Of all campaigns that use this text. */
  textMessageId?: number | undefined;
}

/** The same of a text, when it has not been changed for a moment; nothing while it is empty. */
export function useTextLint(message: string, { campaignId, textMessageId }: TextUse) {
  const settled = useSettled(message, 400);
  const use = { ...(campaignId && { campaignId }), ...(textMessageId && { textMessageId }) };
  return useQuery({
    queryKey: queryKey(lintText, { message: settled, ...use }),
    queryFn: ({ signal }) => api(lintText, { body: { message: settled, ...use }, signal }),
    enabled: settled.trim() !== '',
    placeholderData: (before) => before,
    ...fresh,
  });
}
