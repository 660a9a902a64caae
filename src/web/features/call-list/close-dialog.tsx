import { useQueryClient } from '@tanstack/react-query';
import {
  type CallList,
  callListStatus,
  closeCallList,
  listCallLists,
} from '#contract/call-list.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CountTable } from '#web/ui/run/question-frame.tsx';
import { awaitedWords, useAwaitedReplies } from './awaited-replies.ts';
import { closingCounts } from './closing-counts.ts';

interface CloseDialogProps {
  /** The list in question; undefined shows nothing. */
  list: CallList | undefined;
  onClose: () => void;
}

export function CloseDialog({ list, onClose }: CloseDialogProps) {
  const client = useQueryClient();
  const isNew = list?.callListStatusId === callListStatus.new;
  const ends = list !== undefined && !isNew;
  const awaited = useAwaitedReplies(list ? [list] : [], ends);
  const close = async () => {
    if (!list) return;
    await api(closeCallList, { params: { id: list.callListId } });
    await client.invalidateQueries({ queryKey: queryKey(listCallLists) });
  };
  return (
    <ConfirmDialog
      opened={list !== undefined}
      title="Close this contact list?"
      confirmLabel={isNew ? 'Cancel Upload' : 'Close List'}
      cancelLabel="Keep"
      danger
      onConfirm={close}
      onClose={onClose}
    >
      {isNew
        ? `This cancels the upload of ${list.originalFileName}. No data is kept.`
        : `${list?.originalFileName} will no longer be called or texted. Calls in progress will finish.${awaitedWords(awaited)} You can reuse its numbers in a new list.`}
      {ends && <CountTable {...closingCounts(list, awaited ?? 0)} />}
    </ConfirmDialog>
  );
}
