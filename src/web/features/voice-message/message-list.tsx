import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copyVoiceMessage } from '#contract/copy.ts';
import {
  deleteVoiceMessage,
  listVoiceMessages,
  messageStatus,
  messageStatusNames,
  previewVoiceMessage,
  type VoiceMessage,
} from '#contract/voice-message.ts';
import { api } from '#web/lib/api.ts';
import { matchesWords } from '#web/lib/names.ts';
import { againAfterFailure, queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { usePlayer } from '#web/lib/use-player.ts';
import { Button } from '#web/ui/button.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { useListAddress } from '#web/ui/list-address.ts';
import { ListToolbar } from '#web/ui/list-toolbar.tsx';
import { deletion, type MenuItem } from '#web/ui/menu.tsx';
import { MessageBar, useMessageActions } from '#web/ui/message-bar.tsx';
import { noneFound } from '#web/ui/none-found.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { usePicks } from '#web/ui/table/picks.ts';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { LazyTryThis } from '#web/ui/tour/lazy-try-this.tsx';
import { columns, MessageCompact } from './columns.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { PlayErrorDialog } from './play-error-dialog.tsx';
import { Preview } from './preview-button.tsx';

/** Milliseconds between two refreshes while a message is being rendered. */
const refreshEvery = 1_000;

interface MessageListProps {
  /** 0 opens the editor of a new message. */
  onEdit: (messageId: number) => void;
}

export function MessageList({ onEdit }: MessageListProps) {
  const { clientId } = useManager();
  const [deleting, setDeleting] = useState<VoiceMessage>();
  const [playError, setPlayError] = useState<unknown>();
  const player = usePlayer(setPlayError);
  const query = useQuery({
    queryKey: queryKey(listVoiceMessages, { clientId }),
    queryFn: ({ signal }) => api(listVoiceMessages, { query: { clientId }, signal }),
    refetchInterval: (read) =>
      read.state.data?.some(isRendering) ? refreshEvery : againAfterFailure(read),
  });
  const address = useListAddress(['status']);
  const { find } = address;
  const status = address.filter('status');
  const rows = query.data?.filter(
    (row) =>
      (status === '' || row.messageStatusName.toLowerCase() === status) &&
      matchesWords(find, [row.name, row.campaigns]),
  );
  const { picks, picked, clear } = usePicks(rows, (row) => row.id);
  const bulk = useMessageActions(operations, clear);
  const play = (row: VoiceMessage) => player.play(String(row.id), () => preview(row));
  const addButton = (
    <Button changes variant="filled" icon={PlusIcon} onClick={() => onEdit(0)}>
      Add Message
    </Button>
  );
  const actions = (row: VoiceMessage): MenuItem[] => [
    { label: 'Edit', hint: 'Enter', onSelect: () => onEdit(row.id) },
    { label: 'Duplicate', changes: true, onSelect: () => bulk.copy([row]) },
    { ...deletion, onSelect: () => setDeleting(row) },
  ];
  const nothingYet = query.data?.length === 0;
  return (
    <Page
      title="Messages List"
      times
      actions={nothingYet ? undefined : addButton}
      below={<LazyTryThis />}
      toolbar={
        picked.length > 0 ? (
          <MessageBar picked={picked} actions={bulk} onClear={clear} />
        ) : (
          <ListToolbar
            address={address}
            find="Find by name or campaign"
            filters={[statusFilter]}
            found={rows?.length}
            total={query.data?.length}
            noun={['message', 'messages']}
          />
        )
      }
    >
      <Preview value={{ ...player, play }}>
        <DataTable
          label="Voice messages"
          columns={columns}
          rows={rows}
          tall
          address={address}
          picks={picks}
          rowKey={(row) => row.id}
          rowName={(row) => row.name}
          actions={actions}
          compact={(row) => <MessageCompact message={row} />}
          maxHeight={{ small: 350, xl: 500 }}
          failure={refreshFailure(query)}
          empty={nothingYet ? nothingEmpty(addButton) : noneFound('message', address.showAll)}
        />
      </Preview>
      <DeleteDialog message={deleting} onClose={() => setDeleting(undefined)} />
      {bulk.dialog}
      <PlayErrorDialog error={playError} onClose={() => setPlayError(undefined)} />
    </Page>
  );
}

const operations = {
  copy: (id: number) => api(copyVoiceMessage, { params: { id } }),
  remove: (id: number, version: number | undefined) =>
    api(deleteVoiceMessage, { params: { id }, body: { version } }),
  list: listVoiceMessages,
};

const statusFilter = {
  name: 'status',
  label: 'Status',
  all: 'All statuses',
  choices: Object.values(messageStatusNames).map((name) => ({
    value: name.toLowerCase(),
    label: name,
  })),
};

const nothingEmpty = (action: React.ReactNode) => ({
  title: 'No voice messages yet',
  sentence: 'A voice message is what a campaign plays to the people it calls.',
  action,
});

function isRendering({ messageStatusId }: VoiceMessage): boolean {
  return messageStatusId === messageStatus.pending || messageStatusId === messageStatus.processing;
}

function preview({ id }: VoiceMessage): Promise<Uint8Array> {
  return api(previewVoiceMessage, { params: { id } });
}
