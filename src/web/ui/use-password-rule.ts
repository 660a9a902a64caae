import { useEffect, useState } from 'react';
import type { FieldError } from '#contract/errors.ts';
import { passwordSentences } from '#contract/password-fault.ts';
import type { Judged } from '../lib/password-strength.ts';

type Judge = (password: string, names: readonly string[]) => Judged;

/** Present once some form has loaded it. */
let loaded: Judge | undefined;

export interface PasswordRule {
  /** The error of a typed new password at its field; none before the rule is loaded. */
  errorsOf: (draft: NewPassword) => FieldError[];
  /** How strong it is, in words, below the field. */
  hintOf: (draft: NewPassword) => string | undefined;
}

interface NewPassword {
  newPassword: string;
  /** What it must not be; the server also knows the client's names. */
  name: string;
  username: string;
  email: string;
}

/**
 * The server's rule for new passwords, with its list of frequent ones, which is loaded when a form
 * opens. Without it (a server out of reach) the form sends, and the server judges.
 */
export function usePasswordRule(): PasswordRule {
  const [judge, setJudge] = useState(() => loaded);
  useEffect(() => {
    if (judge) return;
    let open = true;
    const load = async () => {
      loaded ??= (await import('../lib/password-strength.ts')).judgeTyped;
      if (open) setJudge(() => loaded);
    };
    load().catch(() => undefined);
    return () => {
      open = false;
    };
  }, [judge]);
  const judged = ({ newPassword, name, username, email }: NewPassword) =>
    newPassword === ''
      ? undefined
      : judge?.(newPassword, [name, username, email.split('@')[0] ?? '']);
  return {
    errorsOf: (draft) => {
      const fault = judged(draft)?.fault;
      return fault ? [{ path: 'newPassword', message: passwordSentences[fault] }] : [];
    },
    hintOf: (draft) => {
      const strength = judged(draft)?.strength;
      return strength && strengthWords[strength];
    },
  };
}

const strengthWords = {
  weak: 'Weak: easy to guess. A longer one is stronger.',
  fair: 'Fair. A longer one is stronger.',
  good: 'Good.',
  strong: 'Strong.',
};

export const newPasswordHint = 'At least 12 characters. Several unrelated words are a good choice.';
