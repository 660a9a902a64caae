import { useState } from 'react';
import { type PersonReceipt, personTexts } from '#contract/person-data.ts';
import { readDoNotCallNumber } from '#domain/do-not-call-number.ts';
import { formatPhone } from '#web/lib/format.ts';
import { isUnknown } from '#web/lib/intent.ts';
import { useWish } from '#web/lib/use-wish.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { Checkbox } from '#web/ui/switch.tsx';
import styles from './page.module.css';
import { Receipt } from './receipt.tsx';
import { type EraseWish, useErasePerson } from './use-person.ts';

interface EraseDialogProps {
  phone: string;
  onErased: () => void;
  onClose: () => void;
}

/** Says what goes and what stays, has the number typed again, and then shows the receipt. */
export function EraseDialog({ phone, onErased, onClose }: EraseDialogProps) {
  const [again, setAgain] = useState('');
  const [hashDoNotCall, setHash] = useState(true);
  const erase = useErasePerson(phone);
  const wishOf = useWish<EraseWish>();
  if (erase.data) return <Done receipt={erase.data} phone={phone} onClose={onClose} />;
  const read = readDoNotCallNumber(again);
  const same = !('problem' in read) && read.phone === phone;
  const problem = same ? undefined : personTexts.again;
  return (
    <FormDialog
      opened
      size="md"
      title={`Erase ${formatPhone(phone)}`}
      saveLabel="Erase"
      dirty={again !== '' || !hashDoNotCall}
      problems={[problem]}
      saving={erase.isPending}
      failure={erase.isError ? failureOf(erase.error, erase.variables) : undefined}
      onSave={() => erase.mutate(wishOf({ again, hashDoNotCall }), { onSuccess: onErased })}
      onClose={onClose}
    >
      <What />
      <Checkbox
        label="Keep the do-not-call entry as a keyed hash"
        hint="It blocks the number without holding it. Otherwise an entry that is there keeps the number."
        checked={hashDoNotCall}
        onChange={setHash}
      />
      <PhoneField
        label="The number again"
        required
        hint="An erasure cannot be undone."
        value={again}
        onChange={setAgain}
        error={problem}
      />
    </FormDialog>
  );
}

/** A lost response leaves open whether the number was erased. */
function failureOf(error: Error, wish: EraseWish): string {
  const what = isUnknown(wish)
    ? 'The number may have been erased. Press Erase again to know: it is erased once.'
    : 'Nothing was erased.';
  return `${what} ${messageOf(error)}`;
}

function What() {
  return (
    <dl className={styles.what}>
      <dt>Erased</dt>
      <dd>
        Names, address, SSN, date of birth, custom fields and the number in contact lists and call
        records; texts, receipts and saved filters with it; archived reports that hold it; its
        recordings, unless a message plays them; mentions elsewhere.
      </dd>
      <dt>Stays</dt>
      <dd>
        Time, result and cost of each call, without the person. The number stays on the do-not-call
        list, so that it is not called again. Older backups hold it until they are deleted; a
        restore erases it again. Files that somebody downloaded stay where they are.
      </dd>
    </dl>
  );
}

interface DoneProps {
  receipt: PersonReceipt;
  phone: string;
  onClose: () => void;
}

function Done({ receipt, phone, onClose }: DoneProps) {
  return (
    <Dialog
      opened
      size="md"
      title={`${formatPhone(phone)} is erased`}
      onClose={onClose}
      footer={
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div role="status">
        <Receipt receipt={receipt} />
      </div>
    </Dialog>
  );
}
