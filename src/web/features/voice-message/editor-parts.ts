export interface EditorProps {
  /** 0 for a new message. */
  messageId: number;
  onCancel: () => void;
  onSaved: () => void;
}

export function editorTitle(messageId: number): string {
  return messageId === 0 ? 'New Message' : 'Edit Message';
}
