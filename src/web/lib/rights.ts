import { hasRole, notAllowed, type Role } from '#contract/role.ts';
import { currentSession, useSession } from './session.ts';

/** The role that a screen or a control needs. */
export type Needed = keyof typeof notAllowed & Role;

/** Why the signed-in manager may not use what needs this role; undefined for those who may. */
export function refusalOf(needed: Needed | undefined): string | undefined {
  // A record that an earlier version stored has no role: the server refuses what it must.
  const { role = 'administrator' } = currentSession() ?? {};
  return needed && !hasRole(role, needed) ? notAllowed[needed] : undefined;
}

/** The same, drawn anew when the rights change. */
export function useRefusal(needed: Needed | undefined): string | undefined {
  useSession();
  return refusalOf(needed);
}

/** Why the signed-in manager gets no full SSNs; undefined for those who do. */
export function useFullSsnRefusal(): string | undefined {
  const { fullSsn = true } = useSession() ?? {};
  return fullSsn ? undefined : notAllowed.fullSsn;
}

/** Why the signed-in manager can change nothing; undefined for those who can. */
export function useReadOnly(): string | undefined {
  return useRefusal('manager');
}
