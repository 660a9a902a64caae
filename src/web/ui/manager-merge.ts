/** How two changes of one manager are compared, in the list and in the profile. */
import { type Manager, type ManagerDraft, manager } from '#contract/manager.ts';
import type { DraftMerge } from './draft-conflict.ts';
import { mergeFields } from './merge-drafts.ts';

/** Passwords are not compared: a typed one is meant. */
type Compared = Exclude<
  keyof ManagerDraft,
  'version' | 'password' | 'newPassword' | 'confirmPassword'
>;
const labels = {
  name: 'Name',
  username: 'Username',
  email: 'Email',
} satisfies Record<Compared, string>;

export function managerMerge(
  noun: string,
  draftOf: (manager: Manager) => ManagerDraft,
): DraftMerge<ManagerDraft> {
  return {
    noun,
    read: (stored) => draftOf(manager.parse(stored)),
    fields: mergeFields<ManagerDraft, keyof typeof labels>(labels),
  };
}
