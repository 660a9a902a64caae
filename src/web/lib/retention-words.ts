/** What a report says about deleted data. */
import type { ClientRetention } from '#contract/retention.ts';

/** "Calls before 2025-03-01 were deleted by retention.", by UTC; undefined when nothing was. */
export function deletedSentence(retention: ClientRetention | undefined): string | undefined {
  const [calls, texts] = [retention?.callsDeletedBefore, retention?.textsDeletedBefore];
  if (calls && calls === texts) return sentence('Calls and texts', calls);
  const said = [calls && sentence('Calls', calls), texts && sentence('Texts', texts)];
  return said.filter(Boolean).join(' ') || undefined;
}

const sentence = (what: string, before: string) =>
  `${what} before ${before.slice(0, 10)} were deleted by retention.`;

/** "kept 90 days", "kept forever". */
export function keptWords(days: number | null): string {
  if (days === null) return 'kept forever';
  return `kept ${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}`;
}
