import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type CallList, closeCallList, listCallLists } from '#contract/call-list.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { quietMs } from '#web/ui/press-guard.ts';
import { CountTable } from '#web/ui/run/question-frame.tsx';
import { awaitedWords, useAwaitedReplies } from './awaited-replies.ts';
import { type CloseMeaning, closeChange, closeMeaning } from './close-question.ts';
import { closingCounts } from './closing-counts.ts';

interface CloseDialogProps {
  /** The list as it was when the person asked. */
  asked: CallList;
  /** As it is now; undefined: it is gone. */
  live: CallList | undefined;
  onClose: () => void;
}

/** Follows the list while it is open: a cancel must not become a close unseen. */
export function CloseDialog({ asked, live, onClose }: CloseDialogProps) {
  const client = useQueryClient();
  const [sent, setSent] = useState<CallList>();
  // Its own close is no change under the person.
  const list = sent ?? live;
  const meaning = closeMeaning(list);
  const changed = closeChange(asked, list);
  // Without anything to do the button stays as it was, and off.
  const label = meaning === 'none' ? closeMeaning(asked) : meaning;
  const justChanged = useJustChanged(meaning);
  const shown = list ?? asked;
  const awaited = useAwaitedReplies([shown], meaning === 'close');
  const close = async () => {
    if (!list) return;
    setSent(list);
    const { callListId, callListStatusId: seenStatusId } = list;
    try {
      await api(closeCallList, { params: { id: callListId }, body: { callListId, seenStatusId } });
    } finally {
      await client.invalidateQueries({ queryKey: queryKey(listCallLists) });
    }
  };
  return (
    <ConfirmDialog
      opened
      title="Close this contact list?"
      confirmLabel={label === 'close' ? 'Close List' : 'Cancel Upload'}
      cancelLabel="Keep"
      danger
      reason={meaning === 'none' || justChanged ? changed : undefined}
      onConfirm={close}
      onClose={onClose}
    >
      {changed && <ErrorBand>{changed}</ErrorBand>}
      {meaning === 'cancel' &&
        `This cancels the upload of ${shown.originalFileName}. No data is kept.`}
      {meaning === 'close' &&
        `${shown.originalFileName} will no longer be called or texted. Calls in progress will finish.${awaitedWords(awaited)} You can reuse its numbers in a new list.`}
      {meaning === 'close' && <CountTable {...closingCounts(shown, awaited ?? 0)} />}
    </ConfirmDialog>
  );
}

/** For a moment after a press began to mean something else; the press guard watches no focus that Tab moved. */
function useJustChanged(meaning: CloseMeaning): boolean {
  const [settled, setSettled] = useState(meaning);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(meaning), quietMs);
    return () => clearTimeout(timer);
  }, [meaning]);
  return settled !== meaning;
}
