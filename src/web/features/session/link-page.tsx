import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type LinkedAccount, readManagerLink, redeemManagerLink } from '#contract/manager-link.ts';
import { login } from '#contract/session.ts';
import { api } from '#web/lib/api.ts';
import { noteClientCode } from '#web/lib/client-code.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { signIn } from '#web/lib/session.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { Form } from '#web/ui/form-scope.tsx';
import { Loading } from '#web/ui/load-failure.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { newPasswordHint, usePasswordRule } from '#web/ui/use-password-rule.ts';
import { SessionFrame } from './frame.tsx';
import styles from './page.module.css';

/** Where a one-time link leads: its holder chooses a password and is logged in. */
export function LinkPage() {
  const token = location.hash.slice(1);
  const account = useQuery({
    queryKey: ['managerLink', token],
    queryFn: ({ signal }) => api(readManagerLink, { body: { token }, signal }),
    retry: (count, error) => !isEnded(error) && count < 3,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    document.title = 'Choose a password - Carillon';
  }, []);
  return (
    <SessionFrame>
      {account.data && <LinkForm token={token} account={account.data} />}
      {!account.data && isEnded(account.error) && <Ended error={account.error} />}
      {!account.data && !isEnded(account.error) && <Loading reads={[account]} />}
    </SessionFrame>
  );
}

function isEnded(error: Error | null): error is ApiProblem {
  return error instanceof ApiProblem && error.code === 'link_ended';
}

function Ended({ error }: { error: ApiProblem }) {
  return (
    <>
      <h1>The link has ended</h1>
      <p className={styles.what}>{messageOf(error)}</p>
      <Link to="/">Go to the login page</Link>
    </>
  );
}

interface LinkFormProps {
  token: string;
  account: LinkedAccount;
}

function LinkForm({ token, account }: LinkFormProps) {
  const { kind, name, username, email, clientName, clientCode } = account;
  const [typed, setTyped] = useState({ newPassword: '', confirmPassword: '' });
  const rule = usePasswordRule();
  const choose = useChoosePassword(token, account);
  const draft = { name, username, email, newPassword: typed.newPassword };
  const missing = typed.newPassword ? undefined : 'Password is required!';
  const fault = missing ?? rule.errorsOf(draft)[0]?.message;
  const differs =
    typed.newPassword === typed.confirmPassword ? undefined : 'The password does not match.';
  if (isEnded(choose.error)) return <Ended error={choose.error} />;
  if (choose.data === 'logIn') return <LogIn />;
  return (
    <>
      <h1>Choose a password</h1>
      <p className={styles.what}>
        {kind === 'invitation'
          ? `${name}, you were invited to the account of ${clientName}.`
          : `${name}, this is for your account at ${clientName}. It logs you out everywhere else.`}
      </p>
      <Form
        className={styles.form}
        aria-label="Choose a password"
        onSubmit={() => {
          if (!fault && !differs && !choose.isPending) choose.mutate(typed.newPassword);
        }}
      >
        {choose.error && <ErrorBand>{messageOf(choose.error)}</ErrorBand>}
        <TextField label="Code" readOnly value={clientCode} onChange={() => undefined} />
        <TextField
          label="Username"
          readOnly
          autoComplete="username"
          hint="You log in with this code and username."
          value={username}
          onChange={() => undefined}
        />
        <PasswordField
          label="Password"
          required
          autoFocus
          autoComplete="new-password"
          hint={rule.hintOf(draft) ?? newPasswordHint}
          value={typed.newPassword}
          error={fault}
          onChange={(newPassword) => setTyped({ ...typed, newPassword })}
        />
        <PasswordField
          label="Confirm Password"
          required
          autoComplete="new-password"
          value={typed.confirmPassword}
          error={differs}
          onChange={(confirmPassword) => setTyped({ ...typed, confirmPassword })}
        />
        <SaveButton own problems={[fault, differs]} busy={choose.isPending}>
          Save and Log In
        </SaveButton>
      </Form>
    </>
  );
}

/** The password is chosen, and the login asks for more than it. */
function LogIn() {
  return (
    <>
      <h1>Your password was saved</h1>
      <p className={styles.what}>Log in with it to continue.</p>
      <Link to="/">Go to the login page</Link>
    </>
  );
}

/** Sets the password, then logs in as the login screen does, with whatever else that asks for. */
function useChoosePassword(token: string, { username, clientCode: code }: LinkedAccount) {
  const navigate = useNavigate();
  const router = useRouter();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async (password: string) => {
      await api(redeemManagerLink, { body: { token, newPassword: password } });
      try {
        return await api(login, { body: { code, username, password } });
      } catch {
        return 'logIn' as const;
      }
    },
    onSuccess: async (record) => {
      if (record === 'logIn') return;
      signIn(record);
      noteClientCode(code);
      await navigate({ to: '/', replace: true });
      await router.invalidate();
    },
  });
}
