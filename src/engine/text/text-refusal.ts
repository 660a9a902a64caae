/** Why a text that was claimed is not handed over. */
import type { OutboundText } from '#db/queries/outbound-text.ts';

/** @param now epoch ms */
export function refusalOf(
  { body, callableUntil }: OutboundText,
  now: number,
): typeof nothingToSay | typeof hoursOver | undefined {
  if (body.trim() === '') return nothingToSay;
  return now >= callableUntil ? hoursOver : undefined;
}

/** Between its claim and its hand-over: it waits in its list again. */
const hoursOver = {
  kind: 'rejected',
  code: 'The calling hours are over.',
  retryable: true,
} as const;

const nothingToSay = {
  kind: 'rejected',
  code: 'The text has no words for this account.',
  retryable: false,
} as const;
