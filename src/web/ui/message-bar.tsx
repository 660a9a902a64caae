import { useState } from 'react';
import type { OperationShape } from '#contract/http.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useRunEach } from './use-run-each.ts';

interface ActedMessage {
  id: number;
  name: string;
  version?: number | undefined;
}

const nameOf = ({ name }: ActedMessage) => name;

interface MessageOperations {
  copy: (id: number) => Promise<unknown>;
  /** Refused when somebody else changed the message after this version of it. */
  remove: (id: number, version: number | undefined) => Promise<unknown>;
  /** The operation that lists these messages. */
  list: OperationShape;
}

/** Duplicates messages, and deletes several of them after a question. */
export function useMessageActions({ copy, remove, list }: MessageOperations, onDone: () => void) {
  const runEach = useRunEach([list], onDone);
  const [deleting, setDeleting] = useState<readonly ActedMessage[]>([]);
  const run = (items: readonly ActedMessage[], done: string, one: MessageOperations['remove']) =>
    runEach({ items, done, run: ({ id, version }) => one(id, version), nameOf });
  return {
    copy: (messages: readonly ActedMessage[]) => void run(messages, 'duplicated', copy),
    remove: setDeleting,
    dialog: (
      <ConfirmDialog
        opened={deleting.length > 0}
        title="Are you sure?"
        confirmLabel="Yes, Delete"
        danger
        onConfirm={() => run(deleting, 'deleted', remove)}
        onClose={() => setDeleting([])}
      >
        You wish to permanently delete{' '}
        {deleting.length === 1 ? 'this message' : `these ${deleting.length} messages`}?
      </ConfirmDialog>
    ),
  };
}

interface MessageBarProps {
  picked: readonly ActedMessage[];
  actions: ReturnType<typeof useMessageActions>;
  onClear: () => void;
}

export function MessageBar({ picked, actions, onClear }: MessageBarProps) {
  return (
    <SelectionBar count={picked.length} noun={['message', 'messages']} onClear={onClear}>
      <Button changes size="sm" onClick={() => actions.copy(picked)}>
        Duplicate
      </Button>
      <Button changes size="sm" variant="danger" onClick={() => actions.remove(picked)}>
        Delete
      </Button>
    </SelectionBar>
  );
}
