import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';

/** The user that PostgreSQL runs as. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. For root this is an existing unprivileged user: `postgres`
 * where there is one, because `nobody` is shared with other services. Undefined: we are not root,
 * and the server runs as ourselves.
 */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n').map(parseLine);
  const found =
    users.find((user) => user?.name === 'postgres') ??
    users.find((user) => user?.name === 'nobody');
  if (found && found.uid !== 0) return found;
  throw new OperatorError(
    'PostgreSQL cannot run as root, and this machine has neither a user "postgres" nor a user "nobody". Start Carillon as an ordinary user, or set DATABASE_URL.',
  );
}

function parseLine(line: string): ServerUser | undefined {
  const [name, , uid, gid] = line.split(':');
  if (!name || !uid || !gid) return undefined;
  return { name, uid: Number(uid), gid: Number(gid) };
}

/** Whether the user can pass through every folder above `path` (access lists are ignored). */
export function isReachable(path: string, user: ServerUser): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
