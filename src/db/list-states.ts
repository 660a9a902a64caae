/** SQL: groups of the statuses of a contact list. */
import { callListStatus } from '#contract/call-list.ts';

const statusOf = (list: string) => (list === '' ? 'status_id' : `${list}.status_id`);

/** Its file is still being read: New or Processing. */
export const isLoading = (list = '') =>
  `${statusOf(list)} IN (${callListStatus.new}, ${callListStatus.processing})`;

/** Entries may be taken from it: Open or Loaded. */
export const isInUse = (list = '') =>
  `${statusOf(list)} IN (${callListStatus.open}, ${callListStatus.loaded})`;

/** Its file was read completely, also when it is Closed by now. */
export const wasLoaded = (list = '') => `${statusOf(list)} >= ${callListStatus.open}`;
