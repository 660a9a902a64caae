import { useNavigate, useSearch } from '@tanstack/react-router';
import { linkSearch } from '../../lib/link-search.ts';
import { MessageEditor } from './message-editor.tsx';
import { MessageList } from './message-list.tsx';

/** `?messageId=7` opens the editor, `?messageId=0` that of a new message. */
export function VoiceMessagePage() {
  const navigate = useNavigate();
  const { messageId } = useSearch({ strict: false }) as { messageId?: unknown };
  const edited = typeof messageId === 'number' ? messageId : undefined;
  const open = (id: number | undefined, saved = false) =>
    navigate({
      to: '/main/messages/voicemessages',
      search: linkSearch(id === undefined ? {} : { messageId: id }),
      ignoreBlocker: saved,
    });
  if (edited === undefined) return <MessageList onEdit={(id) => void open(id)} />;
  return (
    <MessageEditor
      key={edited}
      messageId={edited}
      onCancel={() => void open(undefined)}
      onSaved={() => void open(undefined, true)}
    />
  );
}
