import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listVoiceMessages,
  messageStatus,
  previewVoiceMessage,
  type VoiceMessage,
} from '#contract/voice-message.ts';
import { api } from '#web/lib/api.ts';
import { againAfterFailure, queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { usePlayer } from '#web/lib/use-player.ts';
import { Button } from '#web/ui/button.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
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
  const play = (row: VoiceMessage) => player.play(String(row.id), () => preview(row));
  const addButton = (
    <Button variant="filled" icon={PlusIcon} onClick={() => onEdit(0)}>
      Add Message
    </Button>
  );
  const actions = (row: VoiceMessage): MenuItem[] => [
    { label: 'Edit', hint: 'Enter', onSelect: () => onEdit(row.id) },
    { label: 'Delete', danger: true, separated: true, onSelect: () => setDeleting(row) },
  ];
  return (
    <Page title="Messages List" times actions={query.data?.length === 0 ? undefined : addButton}>
      <Preview value={{ ...player, play }}>
        <DataTable
          label="Voice messages"
          columns={columns}
          rows={query.data}
          rowKey={(row) => row.id}
          rowName={(row) => row.name}
          actions={actions}
          compact={(row) => <MessageCompact message={row} />}
          maxHeight={{ small: 350, xl: 500 }}
          failure={refreshFailure(query)}
          empty={{
            title: 'No voice messages yet',
            sentence: 'A voice message is what a campaign plays to the people it calls.',
            action: addButton,
          }}
        />
      </Preview>
      <DeleteDialog message={deleting} onClose={() => setDeleting(undefined)} />
      <PlayErrorDialog error={playError} onClose={() => setPlayError(undefined)} />
    </Page>
  );
}

function isRendering({ messageStatusId }: VoiceMessage): boolean {
  return messageStatusId === messageStatus.pending || messageStatusId === messageStatus.processing;
}

function preview({ id }: VoiceMessage): Promise<Uint8Array> {
  return api(previewVoiceMessage, { params: { id } });
}
