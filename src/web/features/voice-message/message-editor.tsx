import { useQuery } from '@tanstack/react-query';
import { getVoiceMessage, listTtsFields, listTtsVoices } from '#contract/voice-message.ts';
import { api } from '#web/lib/api.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { draftOf, emptyDraft } from './draft.ts';
import { EditorLoading, EditorMissing, type EditorProps } from './editor-parts.tsx';
import { MessageForm } from './message-form.tsx';

/** Loads what the form needs; the form opens once everything is loaded. */
export function MessageEditor(props: EditorProps) {
  const { messageId } = props;
  const query = { clientId: useManager().clientId };
  const stored = useQuery({
    queryKey: queryKey(getVoiceMessage, { messageId }),
    queryFn: ({ signal }) => api(getVoiceMessage, { params: { id: messageId }, signal }),
    enabled: messageId !== 0,
    // The editor must start from what is stored now, and must not change while it is edited.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const voices = useQuery({
    queryKey: queryKey(listTtsVoices),
    queryFn: ({ signal }) => api(listTtsVoices, { signal }),
  });
  const fields = useQuery({
    queryKey: queryKey(listTtsFields, query),
    queryFn: ({ signal }) => api(listTtsFields, { query, signal }),
  });
  const message = messageId === 0 ? undefined : stored.data;
  const ready = messageId === 0 || message !== undefined;
  if (stored.error instanceof ApiProblem && stored.error.status === 404) {
    return <EditorMissing messageId={messageId} />;
  }
  if (!ready || !voices.data || !fields.data) {
    return (
      <EditorLoading
        messageId={messageId}
        reads={messageId === 0 ? [voices, fields] : [stored, voices, fields]}
      />
    );
  }
  return (
    <MessageForm
      {...props}
      campaigns={message?.campaigns ?? ''}
      fault={message?.statusReason ?? undefined}
      first={message ? draftOf(message.name, message.messageSteps, message.version) : emptyDraft}
      changed={message}
      voices={voices.data}
      fields={fields.data}
    />
  );
}
