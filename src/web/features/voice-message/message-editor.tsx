import { useQuery } from '@tanstack/react-query';
import {
  listTtsFields,
  listTtsVoices,
  listVoiceMessageSteps,
  listVoiceMessages,
} from '#contract/voice-message.ts';
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
  const messages = useQuery({
    queryKey: queryKey(listVoiceMessages, query),
    queryFn: ({ signal }) => api(listVoiceMessages, { query, signal }),
  });
  const steps = useQuery({
    queryKey: queryKey(listVoiceMessageSteps, { messageId }),
    queryFn: ({ signal }) =>
      api(listVoiceMessageSteps, { params: { id: messageId }, query, signal }),
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
  const message = messages.data?.find(({ id }) => id === messageId);
  const ready = messageId === 0 || (steps.data !== undefined && messages.data !== undefined);
  if (steps.error instanceof ApiProblem && steps.error.status === 404) {
    return <EditorMissing messageId={messageId} />;
  }
  if (!ready || !voices.data || !fields.data) {
    return (
      <EditorLoading
        messageId={messageId}
        reads={messageId === 0 ? [voices, fields] : [messages, steps, voices, fields]}
      />
    );
  }
  return (
    <MessageForm
      {...props}
      campaigns={message?.campaigns ?? ''}
      fault={message?.statusReason ?? undefined}
      first={steps.data ? draftOf(message?.name ?? '', steps.data) : emptyDraft}
      voices={voices.data}
      fields={fields.data}
    />
  );
}
