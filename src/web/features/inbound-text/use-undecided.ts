import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperationResponse } from '#contract/http.ts';
import {
  decideInboundText,
  type InboundText,
  listUndecidedTexts,
  type TextDecision,
} from '#contract/inbound-text.ts';
import { api } from '#web/lib/api.ts';
import { formatPhone } from '#web/lib/format.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { useLiveQuery } from '#web/lib/use-live-query.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { notify } from '#web/ui/notify.ts';

/** Real milliseconds between two polls. */
const every = 2_000;

type Undecided = OperationResponse<typeof listUndecidedTexts>;

/** Unclear texts that wait for a manager's decision, and the decision itself. */
export function useUndecided() {
  const { clientId } = useManager();
  const cache = useQueryClient();
  const key = queryKey(listUndecidedTexts, { clientId });
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const { data } = useLiveQuery<Undecided>({
    queryKey: key,
    every,
    queryFn: ({ signal }) => api(listUndecidedTexts, { query: { clientId }, signal }),
  });

  async function decide(text: InboundText, decision: TextDecision): Promise<void> {
    if (busy.has(text.id)) return;
    setBusy((known) => new Set(known).add(text.id));
    const phone = formatPhone(text.phoneNumber);
    try {
      await api(decideInboundText, { params: { id: text.id }, body: { clientId, decision } });
      notify({
        text:
          decision === 'optOut'
            ? `${phone} was opted out.`
            : `${phone} was not opted out. Calls and texts resume within a minute.`,
      });
    } catch (error) {
      notify({ text: messageOf(error), tone: 'danger' });
    } finally {
      // A response already on its way may be older than the decision.
      await cache.cancelQueries({ queryKey: key });
      await cache.invalidateQueries({ queryKey: key });
      setBusy((known) => new Set([...known].filter((id) => id !== text.id)));
    }
  }
  return { texts: data?.texts ?? [], total: data?.total ?? 0, busy, decide };
}
