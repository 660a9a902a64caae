import { Page, Section } from '#web/ui/page.tsx';

export interface EditorProps {
  /** 0 for a new message. */
  messageId: number;
  onCancel: () => void;
  onSaved: () => void;
}

export function editorTitle(messageId: number): string {
  return messageId === 0 ? 'New Message' : 'Edit Message';
}

/** Shown until the form has its code and its data. */
export function EditorLoading({ messageId }: { messageId: number }) {
  return (
    <Page title={editorTitle(messageId)} divided>
      <Section>Loading ...</Section>
    </Page>
  );
}
