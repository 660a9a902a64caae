import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listMessageTests, requestMessageTest, type TestBody } from '#contract/message-test.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { useLiveQuery } from '#web/lib/use-live-query.ts';

/** What is called or texted: a stored message, or what a stored campaign plays or sends. */
export interface Tried {
  channel: 'voice' | 'text';
  campaignId?: number;
  voiceMessageId?: number;
  textMessageId?: number;
}

/** What the dialog is opened with. */
export interface TestDialogProps extends Tried {
  /** The campaign is a Linkback: a 1 in the call can call its agents. */
  linkback?: boolean;
  /** The form has changes that are not saved: the call plays what is stored. */
  unsaved?: boolean;
}

/** What the dialog asks for besides. An edited one is another object, and so another wish (intent.ts). */
export interface TestDraft {
  values: 'placeholders' | 'number' | 'first' | 'blank' | 'longest';
  callListId: string;
  /** Of the account, as typed. */
  phone: string;
  hear: 'customer' | 'machine';
  callAgent: boolean;
}

const firstDraft: TestDraft = {
  ...{ values: 'placeholders', callListId: '', phone: '', hear: 'customer', callAgent: false },
};

function bodyOf(tried: Tried, draft: TestDraft): TestBody {
  const { values, callListId, phone, hear, callAgent } = draft;
  const whose =
    values === 'number'
      ? { values: 'account' as const, phone }
      : { values, ...(values !== 'placeholders' && { callListId: Number(callListId) }) };
  return { ...tried, ...whose, ...(tried.channel === 'voice' && { hear, callAgent }) };
}

/** The wish, the request, and the manager's last ones, read every second. */
export function useMessageTest(tried: Tried) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(firstDraft);
  const query = { clientId: useManager().clientId };
  const key = queryKey(listMessageTests, query);
  const live = useLiveQuery({
    queryKey: key,
    queryFn: ({ signal }) => api(listMessageTests, { query, signal }),
  });
  const request = useMutation({
    meta: { ownErrors: true },
    mutationFn: (wish: TestDraft) =>
      api(requestMessageTest, { body: bodyOf(tried, wish), intent: wish }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return {
    draft,
    change: (part: Partial<TestDraft>) => setDraft((before) => ({ ...before, ...part })),
    request,
    live,
  };
}
