import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { linkSearch } from '#web/lib/link-search.ts';
import { codeQuery } from '#web/lib/load-code.ts';
import { whenIdle } from '#web/lib/when-idle.ts';
import { EditorLoading, type EditorProps } from './editor-parts.tsx';
import { MessageList } from './message-list.tsx';

/** The landing page loads the editor's code only once the list is shown and the browser is idle. */
const editorCode = codeQuery(
  'voice message editor',
  async () => (await import('./message-editor.tsx')).MessageEditor,
);

/** `?messageId=7` opens the editor, `?messageId=0` that of a new message. */
export function VoiceMessagePage() {
  const client = useQueryClient();
  useEffect(() => whenIdle(() => void client.prefetchQuery(editorCode)), [client]);
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
    <Editor
      key={edited}
      messageId={edited}
      onCancel={() => void open(undefined)}
      onSaved={() => void open(undefined, true)}
    />
  );
}

function Editor(props: EditorProps) {
  const { data: MessageEditor } = useQuery(editorCode);
  if (!MessageEditor) return <EditorLoading messageId={props.messageId} />;
  return <MessageEditor {...props} />;
}
