/** What is said of a daily limit before and when it is reached. */
import { amountWords, type LimitStanding } from './daily-limit.ts';
import { easternTime } from './eastern-time.ts';

/** @returns undefined while less than four fifths are used */
export function dailyLimitSentence(
  { kind, used, most, state }: LimitStanding,
  until: number,
): string | undefined {
  if (state === 'below') return undefined;
  const limit = amountWords(kind, most);
  const at = easternTime(until);
  if (state === 'reached')
    return `Today's limit of ${limit} is reached. ${kind === 'texts' ? 'Texts' : 'Calls'} go on at ${at}.`;
  const part = Math.floor((used / most) * 100);
  const counted = kind === 'cost' ? amountWords(kind, used) : used.toLocaleString('en-US');
  return `${counted} of today's limit of ${limit} (${part} %) ${kind === 'cost' ? 'is' : 'are'} used. At the limit, campaigns wait until ${at}.`;
}
