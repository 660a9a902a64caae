/**
 * Managers who try a message on their own phone: they answer and listen, unless the number's last two digits
 * simulate something else.
 */
import { simMs } from '#domain/milliseconds.ts';
import type { Callee, Habit } from './callee.ts';

const answersAfter = simMs(2_000);
const patience = simMs(60_000);

const person = (habit: Habit): Callee => ({ kind: 'person', answersAfter, patience, habit });

const callees: Record<string, Callee> = {
  '01': { kind: 'busy', endsAfter: answersAfter },
  '02': { kind: 'no_answer', endsAfter: simMs(20_000) },
  '03': { kind: 'failed', endsAfter: answersAfter },
  '04': person({ kind: 'presses_nine', fraction: 0.5 }),
  '05': person({ kind: 'presses_one', fraction: 0.5 }),
  '06': { kind: 'machine', answersAfter, greeting: answersAfter, patience, pressesNineAfter: null },
};

/** Undefined for any call but one to a manager (domain/manager-contact-id.ts). */
export function managerCallee(attemptId: string, to: string): Callee | undefined {
  if (!attemptId.startsWith('00-')) return undefined;
  return callees[to.slice(-2)] ?? person({ kind: 'listens' });
}
