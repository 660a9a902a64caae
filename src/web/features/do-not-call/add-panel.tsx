import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { addDoNotCall, doNotCallTexts, searchDoNotCall } from '#contract/do-not-call.ts';
import { readDoNotCallNumber } from '#domain/do-not-call-number.ts';
import { api } from '#web/lib/api.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { useWish } from '#web/lib/use-wish.ts';
import { Button } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { Form } from '#web/ui/form-scope.tsx';
import { AlertIcon } from '#web/ui/icons.tsx';
import { ErrorBand, NoteBand } from '#web/ui/notice-band.tsx';
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
  const wishOf = useWish<Added>();
  const read = readDoNotCallNumber(phone);
  const problem = 'problem' in read ? read.problem : undefined;
  const add = useAdd(() => {
    setPhone('');
    setTries(tries + 1);
    requestAnimationFrame(() => form.current?.querySelector('input')?.focus());
  });
  const refused = add.error instanceof ApiProblem ? add.error : undefined;
  const refusal = refused?.errorAt('phoneRestriction');
  const accountIsCalled = refused?.errorAt('wholeAccount');

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
            if (problem === undefined && !add.isPending) add.mutate(wishOf({ phone }));
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
          {accountIsCalled && (
            <NoteBand
              icon={AlertIcon}
              action={
                <Button size="sm" onClick={() => add.mutate(wishOf({ phone, wholeAccount: true }))}>
                  Block Account
                </Button>
              }
            >
              {accountIsCalled}
            </NoteBand>
          )}
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

interface Added {
  phone: string;
  /** Of a number that a file had blocked. */
  wholeAccount?: boolean;
}

function useAdd(onAdded: () => void) {
  const client = useQueryClient();
  const { clientId } = useManager();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (wish: Added) => {
      const { phone, wholeAccount = false } = wish;
      return api(addDoNotCall, {
        params: { clientId },
        body: { clientId, id: -1, doNotCallTypeId: 1, phoneRestriction: phone, wholeAccount },
        intent: wish,
      });
    },
    onSuccess: async (_, { phone, wholeAccount }) => {
      const whose = wholeAccount ? 'The account of ' : '';
      notify({ text: `${whose}${phone} will no longer be called or texted.` });
      onAdded();
      await client.invalidateQueries({ queryKey: queryKey(searchDoNotCall) });
    },
  });
}
