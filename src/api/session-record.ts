import type { Rights } from '#contract/role.ts';
import type { SessionRecord } from '#contract/session.ts';

interface Account extends Rights {
  clientId: number;
  managerId: number;
  name: string;
  username: string;
}

/** What the console keeps of a session that was opened just now. */
export function recordOf(account: Account, bearerToken: string): SessionRecord {
  const { clientId, managerId, name, username, role, fullSsn } = account;
  return {
    id: managerId,
    clientId,
    name,
    userName: username,
    bearerToken,
    isAuthenticated: true,
    role,
    fullSsn,
  };
}
