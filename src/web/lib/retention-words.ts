/** What a report says of data that is no longer there. */
import type { ClientRetention } from '#contract/retention.ts';

/** "Calls before 2025-03-01 were deleted by retention."; undefined when nothing was. By UTC, as months end. */
export function deletedSentence(retention: ClientRetention | undefined): string | undefined {
  const [calls, texts] = [retention?.callsDeletedBefore, retention?.textsDeletedBefore];
  if (calls && calls === texts) return sentence('Calls and texts', calls);
  const said = [calls && sentence('Calls', calls), texts && sentence('Texts', texts)];
  return said.filter(Boolean).join(' ') || undefined;
}

const sentence = (what: string, before: string) =>
  `${what} before ${before.slice(0, 10)} were deleted by retention.`;

/** "kept 90 days", "kept for ever". */
export function keptWords(days: number | null): string {
  if (days === null) return 'kept for ever';
  return `kept ${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}`;
}
