import { useState } from 'react';
import { type CallList, closeCallList, listCallLists } from '#contract/call-list.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/plural.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SelectionBar } from '#web/ui/selection-bar.tsx';
import { useRunEach } from '#web/ui/use-run-each.ts';
import { awaitedWords, useAwaitedReplies } from './awaited-replies.ts';
import { listAction } from './list-status.ts';

interface ListBarProps {
  picked: readonly CallList[];
  onClear: () => void;
}

/** Closes several lists at once; those that cannot be closed say why. */
export function ListBar({ picked, onClear }: ListBarProps) {
  const [asking, setAsking] = useState(false);
  const runEach = useRunEach([listCallLists], onClear);
  const closable = picked.filter((list) => listAction(list) === 'close');
  const left = closable.reduce((sum, list) => sum + list.availableCount, 0);
  const awaited = useAwaitedReplies(
    closable.filter(({ calledCount }) => calledCount > 0),
    asking,
  );
  const close = () =>
    runEach({
      items: picked,
      nameOf: ({ originalFileName }) => originalFileName,
      done: 'closed',
      run: ({ callListId, callListStatusId: seenStatusId }) =>
        api(closeCallList, { params: { id: callListId }, body: { callListId, seenStatusId } }),
    });
  return (
    <SelectionBar count={picked.length} noun={['contact list', 'contact lists']} onClear={onClear}>
      <Button
        changes
        size="sm"
        variant="danger"
        reason={closable.length === 0 ? 'None of them can be closed.' : undefined}
        onClick={() => setAsking(true)}
      >
        Close
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Close ${picked.length === 1 ? 'this contact list' : counted(picked.length, 'contact list')}?`}
        confirmLabel="Close Lists"
        cancelLabel="Keep"
        danger
        onConfirm={close}
        onClose={() => setAsking(false)}
      >
        {`${counted(left, 'number')} in them will no longer be called or texted. Calls in progress will finish.${awaitedWords(awaited)} You can reuse the numbers in a new list.`}
      </ConfirmDialog>
    </SelectionBar>
  );
}
