import { callListStatus } from '#contract/call-list.ts';

/** The colour of a contact list's status (visual.md; the documents give none). */
export function listStatusColor(statusId: number): 'green' | 'red' | 'purple' | 'grey' {
  if (statusId === callListStatus.open) return 'purple';
  if (statusId === callListStatus.loaded) return 'green';
  return statusId === callListStatus.closing ? 'red' : 'grey';
}
