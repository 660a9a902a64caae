/** What a report says about deleted data. */
import type { ClientRetention } from '#contract/retention.ts';
import { formatLocalDateTime } from './local-time.ts';

/** Which calls and texts were deleted, by the chosen zone; undefined when none were. */
export function deletedSentence(retention: ClientRetention | undefined): string | undefined {
  const [calls, texts] = [retention?.callsDeletedBefore, retention?.textsDeletedBefore];
  if (calls && calls === texts) return sentence('Calls and texts', calls);
  const said = [calls && sentence('Calls', calls), texts && sentence('Texts', texts)];
  return said.filter(Boolean).join(' ') || undefined;
}

const sentence = (what: string, before: string) =>
  `${what} before ${formatLocalDateTime(before)} were deleted when their retention period ended.`;

/** "kept 90 days", "kept forever". */
export function keptWords(days: number | null): string {
  if (days === null) return 'kept forever';
  return `kept ${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}`;
}
