import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { login, type SessionRecord } from '#contract/session.ts';
import { api } from '#web/lib/api.ts';
import { clientCode, noteClientCode } from '#web/lib/client-code.ts';
import { signInStepOf } from '#web/lib/problem.ts';
import { leaveEndedSession, type SessionEnd, signIn } from '#web/lib/session.ts';
import { hasUnsaved } from '#web/lib/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LazySecondStep } from '#web/ui/factor/lazy-second-step.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { endSentence } from './end-sentence.ts';
import { Refusal } from './refusal.tsx';
import styles from './sign-in-again.module.css';

interface SignInAgainProps {
  session: SessionRecord;
  end: SessionEnd;
  /** Opens the landing page, after somebody else logged in. */
  goHome: () => void;
}

/**
 * Over the page whose session ended: the same manager enters the password and continues, with
 * everything that was typed. Anybody else goes to the sign-in screen.
 */
export function SignInAgain({ session, end, goHome }: SignInAgainProps) {
  // A browser may close a dialog at a second Escape; this one cannot be left that way.
  const [opened, setOpened] = useState(0);
  const [leaving, setLeaving] = useState(false);
  const [unsaved] = useState(hasUnsaved);
  const [known] = useState(clientCode);
  const [code, setCode] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const attempt = useMutation({
    mutationFn: () => api(login, { body: { code, username: session.userName, password } }),
    meta: { ownErrors: true },
    onSuccess: (record) => enter(record),
  });
  const enter = (record: SessionRecord) => {
    const same = record.id === session.id && record.clientId === session.clientId;
    if (!same) leaveEndedSession();
    signIn(record);
    noteClientCode(code.trim());
    if (!same) goHome();
  };
  const step = signInStepOf(attempt.error);
  const submit = () => {
    if (!leaving && code.trim() && password && !attempt.isPending) attempt.mutate();
  };
  return (
    <Dialog
      key={opened}
      opened
      locked
      size="xs"
      title="Log in again"
      onClose={() => setOpened(opened + 1)}
      onSubmit={step ? undefined : submit}
    >
      <div className={styles.form}>
        <p className={styles.why}>{endSentence(end, unsaved)}</p>
        {attempt.error && !step && <Refusal error={attempt.error} />}
        <Who
          session={session}
          code={known}
          onOther={leaving ? undefined : () => setLeaving(true)}
        />
        {leaving ? (
          <LeaveQuestion unsaved={unsaved} stay={() => setLeaving(false)} />
        ) : step ? (
          <LazySecondStep step={step} onSignedIn={enter} onBack={attempt.reset} />
        ) : (
          <>
            {known === undefined && (
              <TextField
                label="Code"
                required
                autoCapitalize="none"
                spellCheck={false}
                value={code}
                error={code.trim() ? undefined : 'Code is required!'}
                onChange={setCode}
              />
            )}
            <PasswordField
              label="Password"
              required
              autoComplete="current-password"
              autoFocus={known !== undefined}
              value={password}
              error={password ? undefined : 'Password is required!'}
              onChange={setPassword}
            />
            <Button type="submit" variant="filled" busy={attempt.isPending}>
              Log In
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

interface WhoProps {
  session: SessionRecord;
  code: string | undefined;
  /** Somebody else is there; undefined while that is being asked. */
  onOther: (() => void) | undefined;
}

/** The name is fixed: this page belongs to nobody else. */
function Who({ session, code, onOther }: WhoProps) {
  return (
    <div>
      <p className={styles.label}>Username</p>
      <div className={styles.who}>
        <span>
          {session.userName} {code && <span className={styles.client}>at {code}</span>}
        </span>
        {onOther && (
          <button type="button" className={styles.other} onClick={onOther}>
            Not you?
          </button>
        )}
      </div>
    </div>
  );
}

/** Before the page is given up for the sign-in screen, where another manager can log in. */
function LeaveQuestion({ unsaved, stay }: { unsaved: boolean; stay: () => void }) {
  return (
    <div role="alert" className={styles.question}>
      <p>
        {unsaved
          ? 'Leave this page for the login page? What was typed here will be lost.'
          : 'Leave this page for the login page?'}
      </p>
      <div className={styles.buttons}>
        <Button variant={unsaved ? 'danger' : 'quiet'} onClick={leaveEndedSession}>
          Go to the login page
        </Button>
        <Button variant="filled" onClick={stay} autoFocus>
          Stay
        </Button>
      </div>
    </div>
  );
}
