import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { copyTextMessage } from '#contract/copy.ts';
import { deleteTextMessage, listTextMessages, type TextMessage } from '#contract/text-message.ts';
import { api } from '#web/lib/api.ts';
import { changedSearch } from '#web/lib/link-search.ts';
import { matchesWords } from '#web/lib/names.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { type ListAddress, useListAddress } from '#web/ui/list-address.ts';
import { ListToolbar } from '#web/ui/list-toolbar.tsx';
import { deletion, type MenuItem } from '#web/ui/menu.tsx';
import { MessageBar, useMessageActions } from '#web/ui/message-bar.tsx';
import { noneFound } from '#web/ui/none-found.tsx';
import { Page } from '#web/ui/page.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { usePicks } from '#web/ui/table/picks.ts';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { columns, TextMessageCompact } from './columns.tsx';
import { ConfigurationPanel } from './configuration-panel.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { StoredMessagePanel } from './stored-message-panel.tsx';
import styles from './text-message.module.css';
import { TextPicture } from './text-picture.tsx';

/** `?messageId=7` opens the panel for that message, `?messageId=0` for a new one. */
function useEdited() {
  const navigate = useNavigate();
  const { messageId } = useSearch({ strict: false }) as { messageId?: unknown };
  const edited = typeof messageId === 'number' ? messageId : undefined;
  const open = (id: number | undefined, saved = false) =>
    navigate({
      to: '/main/messages/textmessages',
      // The list beside the panel keeps its search.
      search: changedSearch({ messageId: id }),
      ignoreBlocker: saved,
    });
  return { edited, open };
}

/** The text messages of the client, and the panel to write one. */
export function TextMessagePage() {
  const { edited, open } = useEdited();
  const [deleting, setDeleting] = useState<TextMessage>();
  const wide = useMedia('(width >= 1100px)');
  const address = useListAddress(['use']);
  const { query, rows } = useMessages(address);
  const { picks, picked, clear } = usePicks(rows, (row) => row.id);
  const bulk = useMessageActions(operations, clear);
  const nothingYet = query.data?.length === 0;
  const addButton = (
    <Button changes variant="filled" icon={PlusIcon} onClick={() => void open(0)}>
      Add New
    </Button>
  );
  const actions = (row: TextMessage): MenuItem[] => [
    { label: 'Edit', hint: 'Enter', onSelect: () => void open(row.id) },
    { label: 'Duplicate', changes: true, onSelect: () => bulk.copy([row]) },
    { ...deletion, onSelect: () => setDeleting(row) },
  ];
  const panel = {
    onClose: () => void open(undefined),
    onSaved: () => void open(undefined, true),
  };
  return (
    <>
      <Page
        title="Text Messages"
        times
        actions={nothingYet ? undefined : addButton}
        toolbar={
          picked.length > 0 ? (
            <MessageBar picked={picked} actions={bulk} onClear={clear} />
          ) : (
            <ListToolbar
              address={address}
              find="Find by name, text or campaign"
              filters={[usageFilter]}
              found={rows?.length}
              total={query.data?.length}
              noun={['message', 'messages']}
            />
          )
        }
        aside={
          edited === undefined ? (
            wide && <ClosedPanel />
          ) : edited === 0 ? (
            <ConfigurationPanel edited={undefined} {...panel} />
          ) : (
            <StoredMessagePanel key={edited} messageId={edited} {...panel} />
          )
        }
      >
        <DataTable
          label="Text messages"
          columns={columns}
          rows={rows}
          tall
          address={address}
          picks={picks}
          rowKey={(row) => row.id}
          rowName={(row) => row.name}
          actions={actions}
          selectedKey={edited}
          compact={(row) => <TextMessageCompact message={row} />}
          failure={refreshFailure(query)}
          empty={nothingYet ? nothingEmpty(addButton) : noneFound('message', address.showAll)}
        />
      </Page>
      {bulk.dialog}
      <DeleteDialog
        message={deleting}
        onDeleted={(id) => {
          if (id === edited) void open(undefined, true);
        }}
        onClose={() => setDeleting(undefined)}
      />
    </>
  );
}

/** All of them, and those that the search and the filter show. */
function useMessages({ find, filter }: ListAddress) {
  const { clientId } = useManager();
  const query = useQuery({
    queryKey: queryKey(listTextMessages, { clientId }),
    queryFn: ({ signal }) => api(listTextMessages, { query: { clientId }, signal }),
    // The page loads the list on entry (document 2 section 4), even after a short absence.
    refetchOnMount: 'always',
  });
  const use = filter('use');
  const rows = query.data?.filter(
    (row) =>
      (use === '' || (row.campaigns !== '') === (use === 'used')) &&
      matchesWords(find, [row.name, row.message, row.campaigns]),
  );
  return { query, rows };
}

const operations = {
  copy: (id: number) => api(copyTextMessage, { params: { id } }),
  remove: (id: number, version: number | undefined) =>
    api(deleteTextMessage, { params: { id }, body: { version } }),
  list: listTextMessages,
};

const usageFilter = {
  name: 'use',
  label: 'Use',
  all: 'Used or not',
  choices: [
    { value: 'used', label: 'Used' },
    { value: 'unused', label: 'Not used' },
  ],
};

const nothingEmpty = (action: React.ReactNode) => ({
  title: 'No text messages yet',
  sentence: 'A text message is what a text campaign sends.',
  action,
});

function ClosedPanel() {
  return (
    <SidePanel title="Configuration" width={368}>
      <div className={styles.closed}>
        <TextPicture />
        <p>Edit a message in the list or add a new one to write its text here.</p>
      </div>
    </SidePanel>
  );
}
