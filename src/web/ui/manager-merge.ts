/** How two changes of one manager are compared, in the list and in the profile. */
import { type Manager, type ManagerDraft, manager } from '#contract/manager.ts';
import type { DraftMerge } from './draft-conflict.ts';
import { mergeField } from './merge-drafts.ts';

/** Passwords are not compared: a typed one is meant. */
export function managerMerge(
  noun: string,
  draftOf: (manager: Manager) => ManagerDraft,
): DraftMerge<ManagerDraft> {
  return {
    noun,
    read: (stored) => draftOf(manager.parse(stored)),
    fields: [
      mergeField('name', 'Name'),
      mergeField('username', 'Username'),
      mergeField('email', 'Email'),
    ],
  };
}
