import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readCarriers } from '#contract/carrier.ts';
import { longestStopReason, stopClient } from '#contract/client-stop.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { messageOf } from '../error-message.ts';
import { FormDialog } from '../form-dialog.tsx';
import { notify } from '../notify.ts';
import { SelectField } from '../select-field.tsx';
import { TextField } from '../text-field.tsx';
import styles from './question.module.css';

const everything = 'all';
/** A carrier may have any name. */
const choiceOf = (carrier: string) => `carrier ${carrier}`;

/** What to stop and why; it closes when nothing begun before the stop can still go out. */
export function StopEverythingDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [what, choose] = useState(everything);
  const [reason, setReason] = useState('');
  const carriers = useQuery({
    queryKey: queryKey(readCarriers),
    queryFn: ({ signal }) => api(readCarriers, { signal }),
    throwOnError: false,
  });
  const { voice, text } = carriers.data ?? {};
  const names = [...new Set([voice?.name, text?.name].filter((name) => name !== undefined))];
  const stop = useMutation({
    meta: { ownErrors: true },
    mutationFn: () =>
      api(stopClient, {
        body: { carrier: names.find((name) => choiceOf(name) === what) ?? null, reason },
      }),
    onSuccess: ({ stops }) => {
      notify({
        text:
          stops.length === 0
            ? 'The stop was lifted meanwhile.'
            : 'Stopped. No new calls or texts start. Calls in progress will finish.',
      });
      onClose();
    },
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <FormDialog
      opened
      title="Stop everything"
      saveLabel="Stop"
      own
      dirty={reason !== ''}
      saving={stop.isPending}
      failure={stop.error ? messageOf(stop.error) : undefined}
      onSave={() => stop.mutate()}
      onClose={onClose}
    >
      <p className={styles.lead}>
        No new calls or texts start until an administrator lifts the stop, also after a restart.
        Calls in progress will finish. Campaigns stay as they are and resume when it is lifted.
      </p>
      <SelectField
        label="What to stop"
        value={what}
        onChange={choose}
        choices={[
          { value: everything, label: 'All calls and texts' },
          ...names.map((name) => ({
            value: choiceOf(name),
            label: `Only through the carrier ${name}`,
          })),
        ]}
      />
      <TextField
        label="Reason"
        value={reason}
        onChange={setReason}
        maxLength={longestStopReason}
        autoComplete="off"
        hint="Everyone in your account sees it, with your name."
      />
    </FormDialog>
  );
}
