import { useNavigate, useSearch } from '@tanstack/react-router';
import { type DeskFilter, deskFilters } from '#contract/inbound-desk.ts';
import { linkSearch } from '#web/lib/link-search.ts';

interface DeskView {
  filter: DeskFilter;
  find: string;
  page: number;
  textId: number | undefined;
}

/** What is shown, as the address has it: `?filter=unclear&find=410&page=2&textId=7`. */
export function useDeskAddress(): DeskView & { go: (change: Partial<DeskView>) => void } {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const view: DeskView = {
    filter: deskFilters.find((filter) => filter === search.filter) ?? 'all',
    // The router reads digits in the address as a number.
    find: search.find === undefined ? '' : String(search.find),
    page: typeof search.page === 'number' && search.page >= 1 ? Math.floor(search.page) : 1,
    textId: typeof search.textId === 'number' ? search.textId : undefined,
  };
  const go = (change: Partial<DeskView>) => {
    // Another filter or search begins at its first page.
    const first = change.filter !== undefined || change.find !== undefined ? { page: 1 } : {};
    const { filter, find, page, textId } = { ...view, ...first, ...change };
    void navigate({
      to: '/main/textmanager',
      search: linkSearch({
        ...(filter === 'all' ? {} : { filter }),
        ...(find === '' ? {} : { find }),
        ...(page === 1 ? {} : { page }),
        ...(textId === undefined ? {} : { textId }),
      }),
      replace: true,
    });
  };
  return { ...view, go };
}
