/** The rule for new passwords with its list, and an estimate of strength: code that is loaded late. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { PasswordFault } from '#contract/password-fault.ts';
import { frequentPasswords } from '#domain/passwords/frequent-passwords.ts';
import { judgePassword } from '#domain/passwords/judge-password.ts';

export type Strength = 'weak' | 'fair' | 'good' | 'strong';

export interface Judged {
  fault: PasswordFault | undefined;
  /** How hard it is to guess; undefined while it breaks the rule. */
  strength: Strength | undefined;
}

const estimator = new ZxcvbnFactory({ dictionary: { frequent: [...frequentPasswords] } });
/** The estimator's time grows faster than the text; what comes after this only adds to it. */
const estimated = 60;
const byScore: readonly Strength[] = ['weak', 'weak', 'fair', 'good', 'strong'];

export function judgeTyped(password: string, names: readonly string[]): Judged {
  const fault = judgePassword(password, names);
  if (fault) return { fault, strength: undefined };
  const { score } = estimator.check([...password].slice(0, estimated).join(''), [...names]);
  return { fault, strength: byScore[score] };
}
