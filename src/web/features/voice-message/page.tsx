import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { linkSearch } from '#web/lib/link-search.ts';
import { searchToReturnTo } from '#web/lib/list-position.ts';
import { codeQuery } from '#web/lib/load-code.ts';
import { whenIdle } from '#web/lib/when-idle.ts';
import { EditorLoading, type EditorProps } from './editor-parts.tsx';
import { MessageList } from './message-list.tsx';

/** The landing page loads the editor's code only once the list is shown and the browser is idle. */
const editorCode = codeQuery(
  'voice message editor',
  async () => (await import('./message-editor.tsx')).MessageEditor,
);

const path = '/main/messages/voicemessages';

/** `?messageId=7` opens the editor, `?messageId=0` that of a new message. */
export function VoiceMessagePage() {
  const client = useQueryClient();
  useEffect(() => whenIdle(() => void client.prefetchQuery(editorCode)), [client]);
  const navigate = useNavigate();
  const { messageId } = useSearch({ strict: false }) as { messageId?: unknown };
  const edited = typeof messageId === 'number' ? messageId : undefined;
  const open = (search: Record<string, unknown>, saved = false) =>
    navigate({ to: path, search: linkSearch(search), ignoreBlocker: saved });
  /** To the list as it was left: its search, its position and its focus. */
  const back = (saved = false) => void open(searchToReturnTo(path), saved);
  if (edited === undefined) return <MessageList onEdit={(id) => void open({ messageId: id })} />;
  return (
    <Editor key={edited} messageId={edited} onCancel={() => back()} onSaved={() => back(true)} />
  );
}

function Editor(props: EditorProps) {
  const { data: MessageEditor } = useQuery(editorCode);
  if (!MessageEditor) return <EditorLoading messageId={props.messageId} />;
  return <MessageEditor {...props} />;
}
