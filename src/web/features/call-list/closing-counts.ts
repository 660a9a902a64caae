import type { CallList } from '#contract/call-list.ts';

/**
 * What a close would leave behind: counts that add up to the list.
 *
 * @param awaitedReplies of those that were called
 */
export function closingCounts(list: CallList, awaitedReplies: number) {
  const { availableCount, calledCount, dncCount, phoneCount } = list;
  const inCall = Math.max(0, phoneCount - availableCount - calledCount - dncCount);
  // The list may have been read a moment earlier.
  const awaited = Math.min(awaitedReplies, calledCount);
  const rows = [
    { label: 'Not called or texted yet, and never will be', value: availableCount },
    { label: 'Texts that wait for a reply, and get no follow-up', value: awaited },
    { label: 'In progress', value: inCall },
    { label: 'Already called or texted', value: calledCount - awaited },
    { label: 'Barred already', value: dncCount },
  ];
  return {
    rows: rows.filter(({ value }, at) => value > 0 || at === 0),
    sum: { label: 'In the list', value: phoneCount },
  };
}
