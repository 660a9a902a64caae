import { useQueryClient } from '@tanstack/react-query';
import type { OperationResponse } from '#contract/http.ts';
import {
  countDeskTexts,
  type DeskFilter,
  finishDeskTexts,
  finishInboundTexts,
  listDeskTexts,
  readInboundTexts,
  readTextThread,
} from '#contract/inbound-desk.ts';
import { listUndecidedTexts } from '#contract/inbound-text.ts';
import { countUnreadTexts } from '#contract/inbound-unread.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/plural.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { useLast } from '#web/lib/use-last.ts';
import { useLiveQuery } from '#web/lib/use-live-query.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { notify } from '#web/ui/notify.ts';
import type { DeskView } from './use-desk-address.ts';

/** Real milliseconds between two polls of the rows, and of what changes less. */
const every = 2_000;
const countEvery = 5_000;

type Page = OperationResponse<typeof listDeskTexts>;

/** One page of texts, live. Until another page, filter or search has come, the one before stays. */
export function useDeskPage({ filter, find, page, rows, sorting }: DeskView) {
  const { clientId } = useManager();
  const order = sorting.descending ? ('desc' as const) : ('asc' as const);
  const query = { clientId, filter, search: find, sort: sorting.columnId, order, page, rows };
  const live = useLiveQuery<Page>({
    queryKey: queryKey(listDeskTexts, query),
    every,
    queryFn: ({ signal }) => api(listDeskTexts, { query, signal }),
  });
  return { ...live, data: useLast(live.data) };
}

export function useDeskCounts() {
  const { clientId } = useManager();
  return useLiveQuery({
    queryKey: queryKey(countDeskTexts, { clientId }),
    every: countEvery,
    queryFn: ({ signal }) => api(countDeskTexts, { query: { clientId }, signal }),
  }).data;
}

/** Unclear texts, those that have waited longest first. */
export function useUndecided() {
  const { clientId } = useManager();
  const { data } = useLiveQuery({
    queryKey: queryKey(listUndecidedTexts, { clientId }),
    every: countEvery,
    queryFn: ({ signal }) => api(listUndecidedTexts, { query: { clientId }, signal }),
  });
  return { texts: data?.texts ?? [], total: data?.total ?? 0 };
}

/** The thread of a text's number, live; `before` reads the part that ends there. */
export function useThread(textId: number, before?: string) {
  const { clientId } = useManager();
  const query = { clientId, textId, ...(before === undefined ? {} : { before }) };
  return useLiveQuery({
    queryKey: queryKey(readTextThread, query),
    every: countEvery,
    queryFn: ({ signal }) => api(readTextThread, { query, signal }),
  });
}

/** Reads everything that shows texts anew. */
export function useRefreshDesk() {
  const cache = useQueryClient();
  return async () => {
    const shown = [
      listDeskTexts,
      countDeskTexts,
      countUnreadTexts,
      listUndecidedTexts,
      readTextThread,
    ];
    await Promise.all(
      shown.map(async (operation) => {
        // A response already on its way may be older than what was done.
        await cache.cancelQueries({ queryKey: queryKey(operation) });
        await cache.invalidateQueries({ queryKey: queryKey(operation) });
      }),
    );
  };
}

/** Read, done, and done at once. */
export function useDeskActs() {
  const { clientId } = useManager();
  const refresh = useRefreshDesk();
  const run = async (act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (error) {
      notify({ text: messageOf(error), tone: 'danger' });
    } finally {
      await refresh();
    }
  };
  return {
    read: (ids: readonly number[]) =>
      run(() => api(readInboundTexts, { body: { clientId, ids: [...ids] } })),
    finish: (ids: readonly number[], done: boolean) =>
      run(() => api(finishInboundTexts, { body: { clientId, ids: [...ids], done } })),
    finishAll: (filter: DeskFilter, find: string, upTo: number) =>
      run(async () => {
        const body = { clientId, filter, search: find, upTo };
        const { done } = await api(finishDeskTexts, { body });
        notify({ text: `${counted(done, 'text')} marked as done.` });
      }),
  };
}
