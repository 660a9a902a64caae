import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type CallList,
  callListTexts,
  listCallLists,
  renameCallList,
} from '#contract/call-list.ts';
import { api } from '#web/lib/api.ts';
import { sameNameHint } from '#web/lib/list-name.ts';
import { queryKey } from '#web/lib/query.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextField } from '#web/ui/text-field.tsx';

interface RenameDialogProps {
  list: CallList;
  lists: readonly CallList[];
  onClose: () => void;
}

export function RenameDialog({ list, lists, onClose }: RenameDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(list.originalFileName);
  const trimmed = name.trim();
  const rename = useMutation({
    meta: { ownErrors: true },
    mutationFn: () =>
      api(renameCallList, { params: { id: list.callListId }, body: { name: trimmed } }),
    onSuccess: async () => {
      notify({ text: `${list.originalFileName} is now ${trimmed}.` });
      await client.invalidateQueries({ queryKey: queryKey(listCallLists) });
      onClose();
    },
  });
  const others = lists.filter(({ callListId }) => callListId !== list.callListId);
  const problem = trimmed === '' ? callListTexts.nameRequired : undefined;
  return (
    <FormDialog
      opened
      title="Rename Contact List"
      saveLabel="Rename"
      dirty={name !== list.originalFileName}
      problems={[problem]}
      saving={rename.isPending}
      failure={rename.error ? messageOf(rename.error) : undefined}
      onSave={() => rename.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Contact List Name"
        required
        maxLength={255}
        autoComplete="off"
        value={name}
        onChange={setName}
        error={problem}
        hint={
          sameNameHint(trimmed, others) ??
          'Calls that have ended keep the former name in the call detail report.'
        }
      />
    </FormDialog>
  );
}
