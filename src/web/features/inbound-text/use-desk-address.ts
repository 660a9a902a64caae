import { useNavigate, useSearch } from '@tanstack/react-router';
import { type DeskFilter, deskFilters } from '#contract/inbound-desk.ts';
import { changedSearch, linkSearch } from '#web/lib/link-search.ts';
import { useTypedInAddress } from '#web/ui/list-address.ts';
import type { RowLink } from '#web/ui/table/column.ts';

interface DeskView {
  filter: DeskFilter;
  find: string;
  page: number;
  textId: number | undefined;
}

/** What is shown, as the address has it: `?filter=unclear&find=410&page=2&textId=7`. */
export function useDeskAddress(): DeskView & {
  go: (change: Partial<DeskView>) => void;
  /** The address in which a text's thread is open. */
  threadOf: (textId: number) => RowLink;
} {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const put = (change: Partial<DeskView>) =>
    void navigate({
      to: '/main/textmanager',
      search: changedSearch(inAddress(change)),
      // Back closes a thread that was opened from the list; further steps and typing leave no trail.
      replace: change.textId === undefined || search.textId !== undefined,
    });
  // Another filter or search begins at its first page.
  const [find, setFind] = useTypedInAddress(search.find, (typed) => put({ find: typed, page: 1 }));
  const go = ({ find: typed, ...change }: Partial<DeskView>) => {
    if (typed !== undefined) setFind(typed);
    if (Object.keys(change).length === 0) return;
    put({ ...change, ...(change.filter === undefined ? {} : { page: 1 }) });
  };
  return {
    filter: deskFilters.find((filter) => filter === search.filter) ?? 'all',
    find,
    page: typeof search.page === 'number' && search.page >= 1 ? Math.floor(search.page) : 1,
    textId: typeof search.textId === 'number' ? search.textId : undefined,
    go,
    threadOf: (opened) => ({
      to: '/main/textmanager',
      search: linkSearch({ ...search, textId: opened }),
    }),
  };
}

/** What an address without it means is left out. */
function inAddress(change: Partial<DeskView>): Record<string, unknown> {
  const usual = { filter: 'all', find: '', page: 1 };
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => [
      key,
      value === usual[key as keyof typeof usual] ? undefined : value,
    ]),
  );
}
