import type { CallList } from '#contract/call-list.ts';

/** What a close would leave behind: counts that add up to the list. */
export function closingCounts(list: CallList) {
  const { availableCount, calledCount, dncCount, phoneCount } = list;
  const inCall = Math.max(0, phoneCount - availableCount - calledCount - dncCount);
  const rows = [
    { label: 'Not called yet, and never will be', value: availableCount },
    { label: 'In a call', value: inCall },
    { label: 'Already called', value: calledCount },
    { label: 'Barred already', value: dncCount },
  ];
  return {
    rows: rows.filter(({ value }, at) => value > 0 || at === 0),
    sum: { label: 'In the list', value: phoneCount },
  };
}
