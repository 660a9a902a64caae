import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { addDoNotCall, doNotCallTexts, searchDoNotCall } from '#contract/do-not-call.ts';
import { readDoNotCallNumber } from '#domain/do-not-call-number.ts';
import { api } from '#web/lib/api.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { Form } from '#web/ui/form-scope.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { notify } from '#web/ui/notify.ts';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { useLeaving } from '#web/ui/unsaved-dialog.tsx';
import styles from './page.module.css';

interface AddPanelProps {
  /** Absent while the panel is always open beside the list. */
  onClose: (() => void) | undefined;
}

export function AddPanel({ onClose }: AddPanelProps) {
  const [phone, setPhone] = useState('');
  // A new form for each number: its errors show again only after an attempt.
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  const read = readDoNotCallNumber(phone);
  const problem = 'problem' in read ? read.problem : undefined;
  const add = useAdd(() => {
    setPhone('');
    setTries(tries + 1);
    requestAnimationFrame(() => form.current?.querySelector('input')?.focus());
  });
  const refusal =
    add.error instanceof ApiProblem ? add.error.errorAt('phoneRestriction') : undefined;

  const { leave, question } = useLeaving(phone !== '', 'number', () => onClose?.());

  return (
    <SidePanel
      title="Add a Number"
      width={292}
      {...(onClose ? { onClose: leave, takeFocus: true } : {})}
    >
      <div ref={form}>
        <Form
          key={tries}
          className={styles.form}
          onSubmit={() => {
            if (problem === undefined && !add.isPending) add.mutate(phone);
          }}
        >
          {add.isError && !refusal && <ErrorBand>{messageOf(add.error)}</ErrorBand>}
          <PhoneField
            label="Phone Number"
            required
            size="sm"
            value={phone}
            onChange={(next) => {
              setPhone(next);
              add.reset();
            }}
            error={problem}
            errorNow={refusal}
          />
          <p className={styles.hint}>{doNotCallTexts.hint}</p>
          <div className={styles.buttons}>
            <SaveButton size="sm" busy={add.isPending} problems={[problem]}>
              Add Phone
            </SaveButton>
          </div>
        </Form>
      </div>
      {question}
    </SidePanel>
  );
}

function useAdd(onAdded: () => void) {
  const client = useQueryClient();
  const { clientId } = useManager();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (phoneRestriction: string) =>
      api(addDoNotCall, {
        params: { clientId },
        body: { clientId, id: -1, doNotCallTypeId: 1, phoneRestriction },
      }),
    onSuccess: async (_, phone) => {
      notify({ text: `${phone} will no longer be called or texted.` });
      onAdded();
      await client.invalidateQueries({ queryKey: queryKey(searchDoNotCall) });
    },
  });
}
