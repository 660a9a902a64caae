import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallList, callList, listCallLists, setCallListConsent } from '#contract/call-list.ts';
import { api } from '#web/lib/api.ts';
import { type ConsentDraft, consentDraftOf, consentOfDraft } from '#web/lib/consent-draft.ts';
import { queryKey } from '#web/lib/query.ts';
import { schemaErrors } from '#web/lib/schema-form.ts';
import { ChangedNote } from '#web/ui/changed-note.tsx';
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx';
import { ConsentFields } from '#web/ui/consent-fields.tsx';
import type { DraftMerge } from '#web/ui/draft-conflict.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { mergeFields } from '#web/ui/merge-drafts.ts';
import { notify } from '#web/ui/notify.ts';
import { useDraftForm } from '#web/ui/use-draft-form.ts';

interface Draft extends ConsentDraft {
  version?: number | undefined;
}

/** The dialog, and what opens it. */
export function useConsentDialog() {
  const [list, setList] = useState<CallList | undefined>(undefined);
  const close = () => setList(undefined);
  const dialog = list && <ConsentDialog key={list.callListId} list={list} onClose={close} />;
  return { open: setList, dialog };
}

/** Sets the consent of a whole list. */
function ConsentDialog({ list, onClose }: { list: CallList; onClose: () => void }) {
  const form = useDraftForm({
    first: draftOf(list),
    errorsOf: (draft) => schemaErrors(setCallListConsent.body, bodyOf(draft)),
    save: useSave(list, onClose),
    same: (one, other) => JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other)),
    merge,
  });
  return (
    <>
      <FormDialog
        opened
        title="Consent of Contact List"
        dirty={form.unsaved}
        problems={form.problems}
        saving={form.busy}
        failure={form.failure}
        onSave={form.submit}
        onClose={onClose}
      >
        <ConsentFields value={form.draft} onChange={form.change} />
        <ChangedNote record={list} thing={{ kind: 'callList', id: list.callListId }} />
      </FormDialog>
      <ConflictDialog conflict={form.conflict} />
    </>
  );
}

function useSave({ callListId, originalFileName }: CallList, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (draft: Draft) =>
      api(setCallListConsent, {
        params: { id: callListId },
        body: bodyOf(draft),
        intent: draft,
      }),
    onSuccess: async () => {
      notify({ text: `The consent of ${originalFileName} is saved.` });
      await client.invalidateQueries({ queryKey: queryKey(listCallLists) });
      onSaved();
    },
  });
}

const bodyOf = ({ version, ...draft }: Draft) => ({ consent: consentOfDraft(draft), version });

function draftOf({ consent, version }: CallList): Draft {
  return { ...consentDraftOf(consent), version };
}

const labels = {
  kind: 'Consent',
  source: 'Consent Source',
  date: 'Consent Date',
  time: 'Consent Time',
  words: 'Consent Words',
};

const merge: DraftMerge<Draft> = {
  noun: 'contact list',
  read: (stored) => draftOf(callList.parse(stored)),
  fields: mergeFields<Draft, keyof typeof labels>(labels),
};
