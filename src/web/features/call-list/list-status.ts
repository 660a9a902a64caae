/** What a contact list's status means on this screen (document 1 section 4). */
import { type CallList, callListStatus } from '#contract/call-list.ts';

/** The one action that a status offers; Processing and Closing offer none. */
export function listAction({ callListStatusId: status }: CallList): 'close' | 'reuse' | undefined {
  if (status === callListStatus.closed) return 'reuse';
  const { new: fresh, open, loaded } = callListStatus;
  return [fresh, open, loaded].some((id) => id === status) ? 'close' : undefined;
}

/** Whether it takes turns with the other lists of its campaign; the server checks this too. */
export function hasTurns({ callListStatusId: status }: CallList): boolean {
  return status !== callListStatus.closing && status !== callListStatus.closed;
}

/** Its numbers are called before those of the other lists of its campaign. */
export function isFirst(list: CallList): boolean {
  return list.priority > 0 && hasTurns(list);
}

export function isClosed({ callListStatusId: status }: CallList): boolean {
  return status === callListStatus.closed;
}

/** New and Processing change by themselves within seconds. */
export function isLoading({ callListStatusId: status }: CallList): boolean {
  return status === callListStatus.new || status === callListStatus.processing;
}

/** 0 to 1. */
export function calledShare({ calledCount, phoneCount }: CallList): number {
  return phoneCount > 0 ? calledCount / phoneCount : 0;
}
