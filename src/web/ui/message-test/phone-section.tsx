import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  confirmManagerPhone,
  type ManagerPhone,
  readManagerPhone,
  removeManagerPhone,
  sendPhoneCode,
} from '#contract/manager-phone.ts';
import { api } from '#web/lib/api.ts';
import { formatPhone } from '#web/lib/format.ts';
import { formatLocalDateTime } from '#web/lib/local-time.ts';
import { queryKey } from '#web/lib/query.ts';
import { useReadOnly } from '#web/lib/rights.ts';
import { platformNow, useSimulation } from '#web/lib/simulation.ts';
import { useLiveQuery } from '#web/lib/use-live-query.ts';
import { useWish } from '#web/lib/use-wish.ts';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { messageOf } from '../error-message.ts';
import { Form } from '../form-scope.tsx';
import { Loading } from '../load-failure.tsx';
import { ErrorBand, NoteBand } from '../notice-band.tsx';
import { PhoneField } from '../phone-field.tsx';
import { SaveButton } from '../save-button.tsx';
import { TextField } from '../text-field.tsx';
import styles from './message-test.module.css';

const key = queryKey(readManagerPhone);

/** The manager's own phone, on the profile; nothing for reporters, who try no messages. */
export function PhoneSection() {
  return useReadOnly() === undefined ? <OwnPhone /> : null;
}

function OwnPhone() {
  const [waits, setWaits] = useState(true);
  const live = useLiveQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const read = await api(readManagerPhone, { signal });
      setWaits(read.code !== null && !read.code.over);
      return read;
    },
    // Only while a code is on its way.
    every: waits ? 1_000 : 60_000,
  });
  return (
    <div className={styles.section}>
      <h2>Your phone</h2>
      <p className={styles.quiet}>
        Where you are called or texted when you try a message. A code proves that the number is
        yours.
      </p>
      {live.data ? (
        <Phone phone={live.data} />
      ) : (
        <Loading reads={[{ ...live, isError: live.error !== null, refetch: live.retry }]} />
      )}
    </div>
  );
}

function Phone({ phone }: { phone: ManagerPhone }) {
  const [changing, setChanging] = useState(false);
  const [removing, setRemoving] = useState(false);
  const client = useQueryClient();
  const asks = phone.phone === null || changing;
  return (
    <>
      {phone.phone !== null && (
        <div className={styles.test}>
          <strong>{formatPhone(phone.phone)}</strong>
          <div className={styles.quiet}>
            Confirmed {formatLocalDateTime(phone.confirmed, platformNow())}.
          </div>
        </div>
      )}
      {phone.newPhone !== null ? (
        <CodeForm key={phone.newPhone} phone={phone} onConfirmed={() => setChanging(false)} />
      ) : (
        asks && <NumberForm canText={phone.canText} />
      )}
      {phone.phone !== null && phone.newPhone === null && (
        <div className={styles.buttons}>
          <Button onClick={() => setChanging(!changing)}>
            {changing ? 'Keep this number' : 'Change the number'}
          </Button>
          <Button onClick={() => setRemoving(true)}>Remove</Button>
        </div>
      )}
      <ConfirmDialog
        opened={removing}
        title="Remove your phone number?"
        confirmLabel="Yes, Remove"
        danger
        onConfirm={async () => {
          await api(removeManagerPhone);
          await client.invalidateQueries({ queryKey: key });
        }}
        onClose={() => setRemoving(false)}
      >
        You cannot try messages on it any more until you confirm it again.
      </ConfirmDialog>
    </>
  );
}

interface Wish {
  phone: string;
  channel?: 'voice' | 'text';
}

/** Sends a code, and shows the state after it. */
function useSendCode() {
  const client = useQueryClient();
  const wishOf = useWish<Wish>();
  const send = useMutation({
    meta: { ownErrors: true },
    mutationFn: (wish: Wish) => api(sendPhoneCode, { body: wish, intent: wish }),
    onSuccess: (state) => client.setQueryData(key, state),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return { ...send, mutate: (wish: Wish) => send.mutate(wishOf(wish)) };
}

function NumberForm({ canText }: Pick<ManagerPhone, 'canText'>) {
  const [phone, setPhone] = useState('');
  const send = useSendCode();
  const problems = [phone === '' && 'Enter your phone number.'];
  return (
    <Form
      aria-label="Your phone"
      className={styles.form}
      onSubmit={() => {
        if (phone !== '' && !send.isPending) send.mutate({ phone });
      }}
    >
      {send.error && <ErrorBand>{messageOf(send.error)}</ErrorBand>}
      <PhoneField
        label="Phone number"
        required
        value={phone}
        hint={canText ? 'A code is texted to it.' : 'A call speaks a code.'}
        onChange={setPhone}
      />
      <div className={styles.buttons}>
        <SaveButton problems={problems} busy={send.isPending}>
          {canText ? 'Text me a code' : 'Call me with a code'}
        </SaveButton>
        {canText && (
          <Button
            busy={send.isPending}
            reason={phone === '' ? 'Enter your phone number.' : undefined}
            onClick={() => send.mutate({ phone, channel: 'voice' })}
          >
            Call me instead
          </Button>
        )}
      </div>
    </Form>
  );
}

/** While every carrier is simulated, a code reaches nobody: the demo shows it instead. */
function NoPhoneRings({ shown }: { shown: string | undefined }) {
  const simulated = useSimulation()?.simulated;
  if (shown) {
    return (
      <NoteBand>
        The carrier is simulated, so no phone gets it. The code is <strong>{shown}</strong>.
      </NoteBand>
    );
  }
  return simulated ? (
    <NoteBand>
      The carrier is simulated, so no phone gets it. Your operator connects a real one.
    </NoteBand>
  ) : null;
}

interface CodeFormProps {
  phone: ManagerPhone;
  onConfirmed: () => void;
}

function CodeForm({ phone, onConfirmed }: CodeFormProps) {
  const [code, setCode] = useState('');
  const client = useQueryClient();
  const again = useSendCode();
  const wishOf = useWish<{ code: string }>();
  const confirm = useMutation({
    meta: { ownErrors: true },
    mutationFn: (wish: { code: string }) => api(confirmManagerPhone, { body: wish, intent: wish }),
    onSuccess: (state) => {
      client.setQueryData(key, state);
      onConfirmed();
    },
  });
  const remove = useMutation({
    mutationFn: () => api(removeManagerPhone),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const digits = code.replaceAll(/\D/g, '');
  const problems = [digits.length !== 6 && 'Enter the six digits of the code.'];
  const failure = confirm.error ?? again.error;
  const number = phone.newPhone ?? '';
  return (
    <Form
      aria-label="Code of your phone"
      className={styles.form}
      onSubmit={() => {
        if (digits.length === 6 && !confirm.isPending) confirm.mutate(wishOf({ code: digits }));
      }}
    >
      {failure && <ErrorBand>{messageOf(failure)}</ErrorBand>}
      <p role="status">
        A code is on its way to <strong>{formatPhone(number)}</strong>. {phone.code?.sentence}
      </p>
      <NoPhoneRings shown={phone.code?.shown} />
      <TextField
        label="Code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        onChange={setCode}
      />
      <div className={styles.buttons}>
        <SaveButton problems={problems} busy={confirm.isPending}>
          Confirm
        </SaveButton>
        <Button
          busy={again.isPending}
          reason={phone.code?.over === false ? 'A code is still on its way.' : undefined}
          onClick={() => again.mutate({ phone: number })}
        >
          Send it again
        </Button>
        {phone.phone === null && (
          <Button busy={remove.isPending} onClick={() => remove.mutate()}>
            Another number
          </Button>
        )}
      </div>
    </Form>
  );
}
