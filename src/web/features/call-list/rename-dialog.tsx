import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallList, callList, listCallLists, renameCallList } from '#contract/call-list.ts';
import { api } from '#web/lib/api.ts';
import { sameNameHint } from '#web/lib/list-name.ts';
import { queryKey } from '#web/lib/query.ts';
import { schemaErrors } from '#web/lib/schema-form.ts';
import { ChangedNote } from '#web/ui/changed-note.tsx';
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx';
import type { DraftMerge } from '#web/ui/draft-conflict.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { mergeFields } from '#web/ui/merge-drafts.ts';
import { notify } from '#web/ui/notify.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { useDraftForm } from '#web/ui/use-draft-form.ts';

interface RenameDialogProps {
  list: CallList;
  lists: readonly CallList[];
  onClose: () => void;
}

interface Draft {
  name: string;
  version?: number | undefined;
}

/** The dialog, and what opens it. */
export function useRenameDialog(lists: readonly CallList[]) {
  const [list, setList] = useState<CallList | undefined>(undefined);
  const props = { lists, onClose: () => setList(undefined) };
  const dialog = list && <RenameDialog key={list.callListId} list={list} {...props} />;
  return { open: setList, dialog };
}

function RenameDialog({ list, lists, onClose }: RenameDialogProps) {
  const form = useDraftForm({
    first: draftOf(list),
    errorsOf: (draft) => schemaErrors(renameCallList.body, draft),
    save: useRename(list, onClose),
    merge,
  });
  const name = form.field('name');
  const others = lists.filter(({ callListId }) => callListId !== list.callListId);
  return (
    <>
      <FormDialog
        opened
        title="Rename Contact List"
        saveLabel="Rename"
        dirty={form.unsaved}
        problems={form.problems}
        saving={form.busy}
        failure={form.failure}
        onSave={form.submit}
        onClose={onClose}
      >
        <TextField
          label={labels.name}
          required
          maxLength={255}
          autoComplete="off"
          {...name}
          hint={
            sameNameHint(name.value.trim(), others) ??
            'Calls that have ended keep the former name in the call detail report.'
          }
        />
        <ChangedNote record={list} thing={{ kind: 'callList', id: list.callListId }} />
      </FormDialog>
      <ConflictDialog conflict={form.conflict} />
    </>
  );
}

function useRename({ callListId, originalFileName }: CallList, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (draft: Draft) =>
      api(renameCallList, {
        params: { id: callListId },
        body: { name: draft.name.trim(), version: draft.version },
        intent: draft,
      }),
    onSuccess: async (_, { name }) => {
      notify({ text: `${originalFileName} is now ${name.trim()}.` });
      await client.invalidateQueries({ queryKey: queryKey(listCallLists) });
      onSaved();
    },
  });
}

function draftOf({ originalFileName, version }: CallList): Draft {
  return { name: originalFileName, version };
}

const labels = { name: 'Contact List Name' };

const merge: DraftMerge<Draft> = {
  noun: 'contact list',
  read: (stored) => draftOf(callList.parse(stored)),
  fields: mergeFields<Draft, keyof typeof labels>(labels),
};
