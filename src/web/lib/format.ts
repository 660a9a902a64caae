/** How the console writes numbers, money, telephone numbers, and durations; what instants are. */
import { percentOf } from './percents.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 5,
});
/** An instant in any form; an invalid date formats to ''. */
export type Instant = Date | string | number | null | undefined;

export function toDate(at: Instant): Date | undefined {
  if (at === null || at === undefined || at === '') return undefined;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

// Intl puts a narrow no-break space before AM and PM, which the documents do not use.
export const plainSpace = (text: string) => text.replace(/\u202f/g, ' ');

/** 48213 → "48,213". */
export function formatNumber(value: number): string {
  return whole.format(value);
}

/** 0.438 → "44%"; neither 0% nor 100% of what is not; 0% where there is nothing to share. */
export function formatPercent(share: number): string {
  return Number.isFinite(share) ? percentOf(Math.min(1, Math.max(0, share)), 1) : '0%';
}

/** Dollars → "$0.0145". */
export function formatMoney(amount: number): string {
  return dollars.format(amount);
}

/** "13025550148" or "3025550148" → "(302) 555-0148"; anything else as it is. */
export function formatPhone(stored: string): string {
  const match = /^1?(\d{3})(\d{3})(\d{4})$/.exec(stored);
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : stored;
}

/** 7 → "07". */
export const two = (value: number) => String(value).padStart(2, '0');

/** Seconds → "0:42", "3:18", "1:02:05". */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(total % 60)}`
    : `${minutes}:${two(total % 60)}`;
}
