/** The options of a manager's rights, and their words. */
import { type Rights, type Role, role, roleNames, roles } from '#contract/role.ts';
import { type Given, UsageError } from './command.ts';

export const rightsOptions = {
  role: {
    value: 'role',
    meaning: `${roles.join(', ')}. The first of a client is an administrator, others are managers.`,
  },
  'full-ssn': {
    value: 'yes|no',
    meaning:
      'Whether reports with full SSNs may be exported and downloaded. Default: the first only.',
  },
} as const;

export function roleOf(given: Given): Role | undefined {
  const text = given.text('role');
  if (text === undefined) return undefined;
  const checked = role.safeParse(text);
  if (checked.success) return checked.data;
  throw new UsageError(`"${text}" is not a role. Use ${roles.join(', ')}.`);
}

export function fullSsnOf(given: Given): boolean | undefined {
  const text = given.text('full-ssn');
  if (text === undefined) return undefined;
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new UsageError(`"${text}" is neither yes nor no.`);
}

/** `an administrator with the right to full SSNs`. */
export function rightsWords({ role, fullSsn }: Rights): string {
  const name = roleNames[role].toLowerCase();
  return `${role === 'administrator' ? 'an' : 'a'} ${name}${fullSsn ? ' with the right to full SSNs' : ''}`;
}
