import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listCallLists } from '#contract/call-list.ts';
import {
  findPreviewAccount,
  findWorstAccounts,
  messagePreviewTexts,
  type PreviewAccount,
  type WorstReason,
} from '#contract/message-preview.ts';
import { api } from '#web/lib/api.ts';
import { phoneLength } from '#web/lib/phone-input.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { messageOf } from '../error-message.ts';

/** Whose values are heard: none's, those of a number, or those of one of a list's worst rows. */
export type PreviewValues = 'names' | 'account' | 'worst';

export interface PreviewChoice {
  values: PreviewValues;
  setValues: (values: PreviewValues) => void;
  byPhone: ByPhone;
  byList: ByList;
  /** Found and chosen; undefined while field names are heard. */
  account: PreviewAccount | undefined;
}

interface ByPhone {
  /** As typed: "(302) 555-0148". */
  phone: string;
  setPhone: (phone: string) => void;
  searching: boolean;
  /** What is wrong with the number as typed so far. */
  problem: string | undefined;
  /** Why the server refused it. */
  refusal: string | undefined;
}

interface ByList {
  lists: readonly { id: number; name: string }[];
  /** 0 while none is chosen. */
  callListId: number;
  setCallListId: (id: number) => void;
  reason: WorstReason;
  setReason: (reason: WorstReason) => void;
  searching: boolean;
  refusal: string | undefined;
}

/**
 * Whose values the preview speaks.
 *
 * @param fieldIds mapping ids of the fields that the message speaks, by which a list's rows are judged
 */
export function usePreviewAccount(fieldIds: readonly number[] = []): PreviewChoice {
  const [values, setValues] = useState<PreviewValues>('names');
  const phone = useAccountOfPhone(values === 'account');
  const list = useWorstAccount(values === 'worst', fieldIds);
  const account = { names: undefined, account: phone.account, worst: list.account }[values];
  return { values, setValues, byPhone: phone.part, byList: list.part, account };
}

const quiet = { retry: false, throwOnError: false, meta: { ownErrors: true } } as const;

function useAccountOfPhone(on: boolean): { account: PreviewAccount | undefined; part: ByPhone } {
  const { clientId } = useManager();
  const [phone, setPhone] = useState('');
  const complete = phone.length === phoneLength;
  const query = { clientId, phone };
  const found = useQuery({
    queryKey: queryKey(findPreviewAccount, query),
    queryFn: ({ signal }) => api(findPreviewAccount, { query, signal }),
    enabled: on && complete,
    ...quiet,
  });
  const part = {
    phone,
    setPhone,
    searching: found.isFetching,
    problem: complete ? undefined : messagePreviewTexts.phoneWrong,
    refusal: complete && found.isError && !found.isFetching ? messageOf(found.error) : undefined,
  };
  return { account: complete ? found.data : undefined, part };
}

function useWorstAccount(on: boolean, fieldIds: readonly number[]) {
  const { clientId } = useManager();
  const [callListId, setCallListId] = useState(0);
  const [reason, setReason] = useState<WorstReason>('longest');
  const lists = useQuery({
    queryKey: queryKey(listCallLists, { clientId }),
    queryFn: ({ signal }) => api(listCallLists, { query: { clientId }, signal }),
    enabled: on,
    ...quiet,
  });
  const fields = [...new Set(fieldIds)].filter((id) => id > 0).join(',');
  const query = { clientId, callListId, ...(fields !== '' && { fields }) };
  const found = useQuery({
    queryKey: queryKey(findWorstAccounts, query),
    queryFn: ({ signal }) => api(findWorstAccounts, { query, signal }),
    enabled: on && callListId !== 0,
    ...quiet,
  });
  const failed = [lists, found].find(({ isError, isFetching }) => isError && !isFetching);
  const part: ByList = {
    ...{ callListId, setCallListId, reason, setReason },
    lists: (lists.data ?? []).map(({ callListId: id, originalFileName: name }) => ({ id, name })),
    searching: lists.isFetching || found.isFetching,
    refusal: failed && messageOf(failed.error),
  };
  const account = found.data?.find((one) => one.reason === reason)?.account;
  return { account: callListId === 0 ? undefined : account, part };
}
