import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Passkey,
  readSecondFactor,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
  type SecondFactor,
} from '#contract/second-factor.ts';
import { api } from '#web/lib/api.ts';
import { formatLocalDateTime } from '#web/lib/local-time.ts';
import { counted } from '#web/lib/plural.ts';
import { queryKey } from '#web/lib/query.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Dialog } from '../dialog.tsx';
import { Loading } from '../load-failure.tsx';
import styles from './factor.module.css';
import { hasPasskeys } from './passkey.ts';
import { type Setup, SetupSteps, setupTitle } from './setup.tsx';

/** The manager's own second factor, on the profile. */
export function SecondFactorSection() {
  const [setup, setSetup] = useState<Setup>();
  const read = useQuery({
    queryKey: queryKey(readSecondFactor),
    queryFn: ({ signal }) => api(readSecondFactor, { signal }),
  });
  return (
    <div className={styles.section}>
      <h2>Second factor</h2>
      <p className={styles.quiet}>
        After your password, a login asks for a code of an authenticator app or for a passkey.
        {read.data?.required && ' Your organization requires one.'}
      </p>
      {read.data ? <Factors factor={read.data} onSetup={setSetup} /> : <Loading reads={[read]} />}
      {setup && (
        <Dialog
          opened
          // Codes that are shown once are not left by a press outside.
          locked={typeof setup === 'object'}
          title={setupTitle(setup)}
          onClose={() => setSetup(undefined)}
        >
          <SetupSteps first={setup} onStep={setSetup} onClose={() => setSetup(undefined)} />
        </Dialog>
      )}
    </div>
  );
}

interface FactorsProps {
  factor: SecondFactor;
  onSetup: (setup: Setup) => void;
}

function Factors({ factor, onSetup }: FactorsProps) {
  const { authenticator, passkeys, recoveryCodes, passkeysWork } = factor;
  const [removing, setRemoving] = useState<Passkey | 'app'>();
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: queryKey(readSecondFactor) });
  const renew = useMutation({
    mutationFn: () => api(renewRecoveryCodes),
    onSuccess: (made) => onSetup({ codes: made.recoveryCodes }),
    onSettled: reload,
  });
  const remove = async () => {
    if (removing === 'app') await api(removeAuthenticator);
    else if (removing) await api(removePasskey, { params: { id: removing.id } });
    await reload();
  };
  const any = authenticator !== null || passkeys.length > 0;
  return (
    <>
      <ul aria-label="Second factors">
        {authenticator && (
          <Row name="Authenticator app" {...authenticator} onRemove={() => setRemoving('app')} />
        )}
        {passkeys.map((passkey) => (
          <Row
            key={passkey.id}
            {...passkey}
            where={`Passkey for ${passkey.host}. `}
            onRemove={() => setRemoving(passkey)}
          />
        ))}
        {any && (
          <li className={styles.row}>
            <div>
              <div className={styles.name}>Recovery codes</div>
              <div className={styles.facts}>
                {counted(recoveryCodes, 'code')} left. Each logs you in once.
              </div>
            </div>
            <Button size="sm" busy={renew.isPending} onClick={() => renew.mutate()}>
              New codes
            </Button>
          </li>
        )}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={() => onSetup('app')}>
          {authenticator ? 'Change the authenticator app' : 'Set up an authenticator app'}
        </Button>
        {passkeysWork && hasPasskeys() && (
          <Button onClick={() => onSetup('passkey')}>Add a passkey</Button>
        )}
      </div>
      <ConfirmDialog
        opened={removing !== undefined}
        title={`Remove ${nameOf(removing)}`}
        confirmLabel="Remove"
        danger
        onConfirm={remove}
        onClose={() => setRemoving(undefined)}
      >
        It no longer works at a login.
        {passkeys.length + (authenticator ? 1 : 0) === 1 &&
          ' It is your only second factor, so your password alone logs you in then.'}
      </ConfirmDialog>
    </>
  );
}

const nameOf = (removing: Passkey | 'app' | undefined): string =>
  removing === 'app' ? 'the authenticator app' : (removing?.name ?? '');

interface RowProps {
  name: string;
  where?: string;
  added: string;
  lastUsed: string | null;
  onRemove: () => void;
}

function Row({ name, where, added, lastUsed, onRemove }: RowProps) {
  const now = platformNow();
  return (
    <li className={styles.row}>
      <div>
        <div className={styles.name}>{name}</div>
        <div className={styles.facts}>
          {where}Added {formatLocalDateTime(added, now)}.{' '}
          {lastUsed ? `Last used ${formatLocalDateTime(lastUsed, now)}.` : 'Not used yet.'}
        </div>
      </div>
      <Button size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
