import type { ListConsent } from '#contract/consent.ts';
import { easternDate } from './wall-time.ts';

const dayMs = 86_400_000;

/** Nobody has given it yet. Who enters it may be a day ahead of Eastern Time. */
export function isToCome({ date }: Pick<ListConsent, 'date'>, now: Date): boolean {
  return date > latestConsentDay(now);
}

/** The last day (`YYYY-MM-DD`) on which consent can have been given. */
export const latestConsentDay = (now: Date): string => easternDate(new Date(now.getTime() + dayMs));
