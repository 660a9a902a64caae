/** How two changes of one manager are compared, in the list and in the profile. */
import { type Manager, type ManagerDraft, manager } from '#contract/manager.ts';
import { roleNames } from '#contract/role.ts';
import type { DraftMerge } from './draft-conflict.ts';
import { mergeField, mergeFields } from './merge-drafts.ts';

/** Passwords are not compared: a typed one is meant. */
type Compared = Exclude<
  keyof ManagerDraft,
  'version' | 'password' | 'newPassword' | 'confirmPassword'
>;
const labels = {
  name: 'Name',
  username: 'Username',
  email: 'Email',
  role: 'Role',
  fullSsn: 'Full SSN',
} satisfies Record<Compared, string>;

export function managerMerge(
  noun: string,
  draftOf: (manager: Manager) => ManagerDraft,
): DraftMerge<ManagerDraft> {
  return {
    noun,
    read: (stored) => draftOf(manager.parse(stored)),
    fields: mergeFields<ManagerDraft, keyof typeof labels>(labels, {
      role: mergeField('role', labels.role, (role) => role && roleNames[role]),
      fullSsn: mergeField('fullSsn', labels.fullSsn, (may) => (may ? 'Yes' : 'No')),
    }),
  };
}
