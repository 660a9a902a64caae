import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type CallList, listCallLists } from '#contract/call-list.ts';
import { api } from '#web/lib/api.ts';
import { matchesWords } from '#web/lib/names.ts';
import { queryKey } from '#web/lib/query.ts';
import { useReadOnly } from '#web/lib/rights.ts';
import { useManager } from '#web/lib/session.ts';
import { hasUnsaved } from '#web/lib/unsaved.ts';
import { useLiveQuery } from '#web/lib/use-live-query.ts';
import { Button, ButtonContent, buttonClass } from '#web/ui/button.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { type ListAddress, useListAddress } from '#web/ui/list-address.ts';
import { ListToolbar } from '#web/ui/list-toolbar.tsx';
import { LiveIndicator } from '#web/ui/live-indicator.tsx';
import { noneFound } from '#web/ui/none-found.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { usePicks } from '#web/ui/table/picks.ts';
import { DiscardDialog } from '#web/ui/unsaved-dialog.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { columnsFor } from './columns.tsx';
import { CompactList } from './compact-list.tsx';
import { useConsentDialog } from './consent-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ListBar } from './list-bar.tsx';
import { isClosed, isLoading, listAction } from './list-status.ts';
import { useRenameDialog } from './rename-dialog.tsx';
import { ReusePanel } from './reuse-panel.tsx';
import { useRowActions } from './row-actions.ts';
import { useShownList } from './shown-list.ts';
import { WaysDialog } from './ways-dialog.tsx';

/** Milliseconds between two refreshes: while a list loads, and otherwise. */
const whileLoading = 1_000;
const otherwise = 5_000;

/** The panel that reuses a list; another list waits until what was typed is discarded. */
function useReuse(lists: readonly CallList[] | undefined) {
  const [list, setList] = useState<CallList | undefined>(undefined);
  const [next, setNext] = useState<CallList | undefined>(undefined);
  const open = (wanted: CallList) => {
    if (list && list.callListId !== wanted.callListId && hasUnsaved()) setNext(wanted);
    else setList(wanted);
  };
  const panel = list && (
    <ReusePanel
      key={list.callListId}
      list={list}
      lists={lists ?? []}
      onClose={() => setList(undefined)}
    />
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

function useClose(lists: readonly CallList[] | undefined) {
  const [asked, open] = useState<CallList | undefined>(undefined);
  const live = lists?.find(({ callListId }) => callListId === asked?.callListId);
  const dialog = asked && <CloseDialog asked={asked} live={live} onClose={() => open(undefined)} />;
  return { open, dialog };
}

/** The contact lists of the client. */
export function CallListPage() {
  const live = useLists();
  const lists = live.data;
  const address = useListAddress(['status', ...idFilters]);
  const matching = lists?.filter((list) => isLinked(list, address) && matches(list, address.find));
  const found = matching?.filter((list) => isInTab(list, address.filter('status')));
  const { picks, picked, clear } = usePicks(found, (list) => list.callListId);
  const rename = useRenameDialog(lists ?? []);
  const consent = useConsentDialog();
  const close = useClose(lists);
  const reuse = useReuse(lists);
  const [shownImport, showImport] = useShownList('import');
  const [shownWays, showWays] = useShownList('ways');
  const actions = useRowActions({
    onClose: close.open,
    onReuse: reuse.open,
    onImport: (list) => showImport(list.callListId),
    onWays: (list) => showWays(list.callListId),
    onRename: rename.open,
    onConsent: consent.open,
  });
  const runAction = (list: CallList) => {
    const action = listAction(list);
    if (action === 'close') close.open(list);
    if (action === 'reuse') reuse.open(list);
  };

  return (
    <Page
      title="Contact Lists"
      times
      actions={lists?.length === 0 ? undefined : <AddNew />}
      toolbar={
        picked.length > 0 ? (
          <ListBar picked={picked} onClear={clear} />
        ) : (
          <ListToolbar
            address={address}
            find="Find by name or campaign"
            tabs={{ name: 'status', label: 'Contact lists', tabs: tabsOf(matching ?? []) }}
            found={found?.length}
            total={lists?.length}
            noun={['contact list', 'contact lists']}
          >
            <ShowAllLists address={address} />
            <LiveIndicator {...live} />
          </ListToolbar>
        )
      }
      aside={reuse.panel}
    >
      <DataTable
        label="Contact lists"
        columns={columnsFor(lists)}
        tall
        rows={found}
        address={address}
        picks={picks}
        rowKey={(list) => list.callListId}
        rowName={(list) => list.originalFileName}
        actions={actions}
        onOpen={runAction}
        inlineAction={(list) => <InlineAction list={list} onRun={runAction} />}
        compact={(list) => <CompactList list={list} />}
        firstSorting={{ columnId: 'created', descending: true }}
        failure={live.connection === 'lost' && !lists ? notLoaded(live.retry) : undefined}
        empty={lists?.length === 0 ? noLists : noneFound('contact list', address.showAll)}
      />
      {rename.dialog}
      {consent.dialog}
      {close.dialog}
      {shownImport !== undefined && (
        <ImportDialog callListId={shownImport} onClose={() => showImport(undefined)} />
      )}
      {shownWays && <WaysDialog callListId={shownWays} onClose={() => showWays(undefined)} />}
      {reuse.question}
    </Page>
  );
}

const notLoaded = (retry: () => void) => ({
  sentence: 'The contact lists could not be loaded.',
  since: undefined,
  retry,
});

function tabsOf(lists: readonly CallList[]) {
  const closed = lists.filter(isClosed).length;
  return [
    { id: '', label: 'All', count: lists.length },
    { id: 'active', label: 'Active', count: lists.length - closed },
    { id: 'closed', label: 'Closed', count: closed },
  ];
}

const noLists = {
  title: 'No contact lists yet',
  sentence:
    'A list belongs to a campaign, so that comes first. Then upload a file with a header row and at least one phone column.',
  action: <AddNew />,
};

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
  return tab === '' || isClosed(list) === (tab === 'closed');
}

/** `?callListId=7`, `?campaignId=3`: a link leads to one list, or to those of a campaign. */
const idFilters = ['callListId', 'campaignId'] as const;

function isLinked(list: CallList, address: ListAddress): boolean {
  return idFilters.every((name) => ['', String(list[name])].includes(address.filter(name)));
}

/** After a link that led to some of them. */
function ShowAllLists({ address }: { address: ListAddress }) {
  if (idFilters.every((name) => address.filter(name) === '')) return null;
  return (
    <Button size="sm" onClick={address.showAll}>
      Show all lists
    </Button>
  );
}

function matches({ originalFileName, campaignName }: CallList, find: string): boolean {
  return matchesWords(find, [originalFileName, campaignName]);
}

function AddNew() {
  if (useReadOnly()) {
    return (
      <Button changes variant="filled" icon={PlusIcon}>
        Add New
      </Button>
    );
  }
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
      changes
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
