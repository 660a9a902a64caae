/** Why a claimed text is not submitted. */

import type { OutboundText } from '#db/queries/outbound-text.ts';
import type { SimMs } from '#domain/milliseconds.ts';

export function refusalOf(
  { body, callableUntil }: OutboundText,
  now: SimMs,
): typeof nothingToSay | typeof hoursOver | undefined {
  if (body.trim() === '') return nothingToSay;
  return now >= callableUntil ? hoursOver : undefined;
}

/** Its calling hours ended between claim and submission: it waits in its list again. */
const hoursOver = {
  kind: 'rejected',
  note: { code: 'calling_hours_ended' },
  retryable: true,
} as const;

const nothingToSay = {
  kind: 'rejected',
  note: { code: 'empty_text' },
  retryable: false,
} as const;
