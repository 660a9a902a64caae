import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type CallList, listCallLists } from '#contract/call-list.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { hasUnsaved } from '#web/lib/unsaved.ts';
import { useLiveQuery } from '#web/lib/use-live-query.ts';
import { Button, ButtonContent, buttonClass } from '#web/ui/button.tsx';
import { FilterTabs } from '#web/ui/filter-tabs.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { LiveIndicator } from '#web/ui/live-indicator.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { SearchField } from '#web/ui/text-field.tsx';
import { DiscardDialog } from '#web/ui/unsaved-dialog.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { columns } from './columns.tsx';
import { CompactList } from './compact-list.tsx';
import { ImportDialog, useShownImport } from './import-dialog.tsx';
import { isClosed, isLoading, listAction } from './list-status.ts';
import styles from './page.module.css';
import { ReusePanel } from './reuse-panel.tsx';
import { useRowActions } from './row-actions.ts';

/** Milliseconds between two refreshes: while a list loads, and otherwise. */
const whileLoading = 1_000;
const otherwise = 5_000;

/** The search field; a link from elsewhere (the command palette) fills it: `?find=…`. */
function useFoundByName() {
  const { find } = useSearch({ strict: false }) as { find?: unknown };
  const asked = find === undefined ? '' : String(find);
  const [search, setSearch] = useState(asked);
  const [last, setLast] = useState(asked);
  if (asked !== last) {
    setLast(asked);
    setSearch(asked);
  }
  return [search, setSearch] as const;
}

/** The panel that reuses a list; another list waits until what was typed is discarded. */
function useReuse() {
  const [list, setList] = useState<CallList | undefined>(undefined);
  const [next, setNext] = useState<CallList | undefined>(undefined);
  const open = (wanted: CallList) => {
    if (list && list.callListId !== wanted.callListId && hasUnsaved()) setNext(wanted);
    else setList(wanted);
  };
  const panel = list && (
    <ReusePanel key={list.callListId} list={list} onClose={() => setList(undefined)} />
  );
  const question = (
    <DiscardDialog
      what="new list"
      opened={next !== undefined}
      onDiscard={() => setList(next)}
      onClose={() => setNext(undefined)}
    />
  );
  return { open, panel, question };
}

/** The contact lists of the client. */
export function CallListPage() {
  const live = useLists();
  const lists = live.data;
  const [search, setSearch] = useFoundByName();
  const [tab, setTab] = useState('all');
  const [closing, setClosing] = useState<CallList | undefined>(undefined);
  const reuse = useReuse();
  const [shownImport, showImport] = useShownImport();
  const actions = useRowActions({
    onClose: setClosing,
    onReuse: reuse.open,
    onImport: (list) => showImport(list.callListId),
  });
  const runAction = (list: CallList) => {
    const action = listAction(list);
    if (action === 'close') setClosing(list);
    if (action === 'reuse') reuse.open(list);
  };
  const showAll = () => {
    setSearch('');
    setTab('all');
  };
  const found = lists?.filter((list) => isInTab(list, tab) && matches(list, search));

  return (
    <Page
      title="Contact Lists"
      times
      actions={lists?.length === 0 ? undefined : <AddNew />}
      toolbar={
        <>
          <SearchField label="Find by name or campaign" value={search} onChange={setSearch} />
          <FilterTabs
            label="Contact lists"
            value={tab}
            onChange={setTab}
            tabs={tabsOf(lists ?? [])}
          />
          <div className={styles.live}>
            <LiveIndicator {...live} />
          </div>
        </>
      }
      aside={reuse.panel}
    >
      <DataTable
        label="Contact lists"
        columns={columns}
        rows={found}
        rowKey={(list) => list.callListId}
        rowName={(list) => list.originalFileName}
        actions={actions}
        onOpen={runAction}
        inlineAction={(list) => <InlineAction list={list} onRun={runAction} />}
        compact={(list) => <CompactList list={list} />}
        firstSorting={{ columnId: 'created', descending: true }}
        failure={
          live.connection === 'lost' && !lists
            ? {
                sentence: 'The contact lists could not be loaded.',
                since: undefined,
                retry: live.retry,
              }
            : undefined
        }
        empty={lists?.length === 0 ? noLists : noneFound(showAll)}
      />
      <CloseDialog list={closing} onClose={() => setClosing(undefined)} />
      {shownImport !== undefined && (
        <ImportDialog callListId={shownImport} onClose={() => showImport(undefined)} />
      )}
      {reuse.question}
    </Page>
  );
}

function tabsOf(lists: readonly CallList[]) {
  const closed = lists.filter(isClosed).length;
  return [
    { id: 'all', label: 'All', count: lists.length },
    { id: 'active', label: 'Active', count: lists.length - closed },
    { id: 'closed', label: 'Closed', count: closed },
  ];
}

const noLists = {
  title: 'No contact lists yet',
  sentence: 'Upload a file with a header row and at least one phone column.',
  action: <AddNew />,
};

const noneFound = (onShowAll: () => void) => ({
  title: 'No contact list found',
  sentence: 'Change the search, or choose All.',
  action: (
    <Button size="sm" onClick={onShowAll}>
      Show all
    </Button>
  ),
});

function useLists() {
  const { clientId } = useManager();
  const [every, setEvery] = useState(otherwise);
  const live = useLiveQuery({
    queryKey: queryKey(listCallLists, { clientId }),
    queryFn: ({ signal }) => api(listCallLists, { query: { clientId }, signal }),
    every,
  });
  const wanted = live.data?.some(isLoading) ? whileLoading : otherwise;
  if (wanted !== every) setEvery(wanted);
  return live;
}

function isInTab(list: CallList, tab: string): boolean {
  return tab === 'all' || isClosed(list) === (tab === 'closed');
}

function matches({ originalFileName, campaignName }: CallList, search: string): boolean {
  const words = search.trim().toLowerCase();
  return `${originalFileName}\n${campaignName}`.toLowerCase().includes(words);
}

function AddNew() {
  return (
    <Link to="/main/upload" className={buttonClass({ variant: 'filled' })}>
      <ButtonContent icon={PlusIcon}>Add New</ButtonContent>
    </Link>
  );
}

function InlineAction({ list, onRun }: { list: CallList; onRun: (list: CallList) => void }) {
  const action = listAction(list);
  if (action === undefined) return null;
  return (
    <Button
      size="sm"
      variant="plain"
      tabIndex={-1}
      aria-label={`${action === 'close' ? 'Close' : 'Reuse'} ${list.originalFileName}`}
      onClick={() => onRun(list)}
    >
      {action === 'close' ? 'Close' : 'Reuse'}
    </Button>
  );
}
