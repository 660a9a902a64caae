import { LoadingPage, type Read } from '#web/ui/load-failure.tsx';
import { MissingPage } from '#web/ui/missing-record.tsx';

export interface EditorProps {
  /** 0 for a new message. */
  messageId: number;
  onCancel: () => void;
  onSaved: () => void;
}

export function editorTitle(messageId: number): string {
  return messageId === 0 ? 'New Message' : 'Edit Message';
}

interface EditorLoadingProps {
  messageId: number;
  /** Data that the form waits for; its code is not among it. */
  reads?: readonly Read[];
}

/** Shown until the form has its code and its data. */
export function EditorLoading({ messageId, reads = [] }: EditorLoadingProps) {
  return <LoadingPage title={editorTitle(messageId)} reads={reads} />;
}

/** Shown for the address of a message that is not there. */
export function EditorMissing({ messageId }: { messageId: number }) {
  return (
    <MissingPage
      title={editorTitle(messageId)}
      what="This voice message"
      back={{ label: 'Back to Voice Messages', to: '/main/messages/voicemessages' }}
    />
  );
}
