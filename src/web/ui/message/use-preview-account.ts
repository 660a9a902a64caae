import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  findPreviewAccount,
  messagePreviewTexts,
  type PreviewAccount,
} from '#contract/message-preview.ts';
import { api } from '#web/lib/api.ts';
import { phoneLength } from '#web/lib/phone-input.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { messageOf } from '../error-message.ts';

export interface PreviewChoice {
  withAccount: boolean;
  setWithAccount: (on: boolean) => void;
  /** As typed: "(302) 555-0148". */
  phone: string;
  setPhone: (phone: string) => void;
  /** Found and chosen; undefined while field names are heard. */
  account: PreviewAccount | undefined;
  searching: boolean;
  /** What is wrong with the number as typed so far. */
  problem: string | undefined;
  /** Why the server refused it. */
  refusal: string | undefined;
}

/** Whose values the preview speaks: field names, or the account of a telephone number. */
export function usePreviewAccount(): PreviewChoice {
  const { clientId } = useManager();
  const [withAccount, setWithAccount] = useState(false);
  const [phone, setPhone] = useState('');
  const complete = phone.length === phoneLength;
  const query = { clientId, phone };
  const found = useQuery({
    queryKey: queryKey(findPreviewAccount, query),
    queryFn: ({ signal }) => api(findPreviewAccount, { query, signal }),
    enabled: withAccount && complete,
    retry: false,
    throwOnError: false,
    meta: { ownErrors: true },
  });
  return {
    withAccount,
    setWithAccount,
    phone,
    setPhone,
    account: withAccount && complete ? found.data : undefined,
    searching: found.isFetching,
    problem: complete ? undefined : messagePreviewTexts.phoneWrong,
    refusal: complete && found.isError && !found.isFetching ? messageOf(found.error) : undefined,
  };
}
