/** What a manager may do, from the least to the most (decision 067). */
import { z } from 'zod';

/** A reporter reads and exports with SSNs masked; a manager runs campaigns; an administrator also has the managers. */
export const roles = ['reporter', 'manager', 'administrator'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

export const roleNames: Record<Role, string> = {
  reporter: 'Reporter',
  manager: 'Manager',
  administrator: 'Administrator',
};

/** The rights of a manager: the role, and apart from it whether full SSNs may be exported. */
export const rights = { role, fullSsn: z.boolean() };
export interface Rights {
  role: Role;
  fullSsn: boolean;
}

/** True for the role and each above it. */
export function hasRole(own: Role, least: Role): boolean {
  return roles.indexOf(own) >= roles.indexOf(least);
}

/** Why a request is refused, by the role that it needs. */
export const notAllowed = {
  manager: 'Your account can read and export, but not change anything. Ask an administrator.',
  administrator: 'Only an administrator can do this.',
  fullSsn: 'Your account does not have the right to full SSNs. Ask an administrator.',
} as const;
