/** What the question about a close says, by the list as it is now and as it was when it was asked. */
import { type CallList, callListStatus } from '#contract/call-list.ts';
import { isLoading, listAction } from './list-status.ts';

/** What a press would do; none: nothing can be done now. */
export type CloseMeaning = 'cancel' | 'close' | 'none';

export function closeMeaning(list: CallList | undefined): CloseMeaning {
  if (!list || listAction(list) !== 'close') return 'none';
  return list.callListStatusId === callListStatus.new ? 'cancel' : 'close';
}

/**
 * What changed under the person; undefined: a press means what it meant.
 *
 * @param now undefined: the list is gone
 */
export function closeChange(asked: CallList, now: CallList | undefined): string | undefined {
  if (closeMeaning(now) === closeMeaning(asked)) return undefined;
  const name = asked.originalFileName;
  if (!now) return `${name} is no longer here: its upload was canceled or failed.`;
  if (closeMeaning(now) === 'close')
    return `${name} has been loaded meanwhile. Its upload can no longer be canceled: this closes it.`;
  return isLoading(now)
    ? `${name} is being loaded now. It can be closed when that is done.`
    : `${name} has been closed meanwhile.`;
}
