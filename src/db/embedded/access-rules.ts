/**
 * Who may connect to the embedded server: the account of this machine that Carillon runs as, which the
 * kernel vouches for (peer). Started as root, the server runs as `postgres` or `nobody`, which other
 * services may be, too; none of them gets in.
 */
import { chownSync, renameSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { ClusterPaths } from './cluster-paths.ts';
import type { ServerUser } from './unprivileged-user.ts';

/** Its own files: initdb's stay as they are. */
const rulesFile = 'carillon-hba.conf';
const accountsFile = 'carillon-ident.conf';

/**
 * Writes the rules anew at each launch, and returns the settings that name them. The account may have
 * changed, as after a move to another machine.
 */
export function accessSettings(
  { cluster, clusterArgument }: ClusterPaths,
  user: ServerUser | undefined,
): Record<string, string> {
  const account = accountName();
  // An account without a name, as in a container with any user ID, cannot be a peer. The socket's
  // folder admits nobody but that account, and the server's files are its own.
  const method = account === undefined ? 'trust' : 'peer map=carillon';
  replace(join(cluster, rulesFile), `local all all ${method}\n`, user);
  const accounts = account === undefined ? '' : `carillon "${account}" all\n`;
  replace(join(cluster, accountsFile), accounts, user);
  return {
    hba_file: join(clusterArgument, rulesFile),
    ident_file: join(clusterArgument, accountsFile),
  };
}

/** Undefined where the machine has no name for this user ID, or one that no rule can hold. */
function accountName(): string | undefined {
  try {
    const { username } = userInfo();
    return /^[^"\n/]+$/.test(username) ? username : undefined;
  } catch {
    return undefined;
  }
}

function replace(path: string, text: string, user: ServerUser | undefined): void {
  const draft = `${path}.new`;
  writeFileSync(draft, text, { mode: 0o600 });
  if (user) chownSync(draft, user.uid, user.gid);
  renameSync(draft, path);
}
