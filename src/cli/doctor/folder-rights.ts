import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, fine, hint } from './finding.ts';

/** Bits of the group and of everybody else. */
const others = 0o077;

/** Whether other users of this machine get at the data folder or anything in it. */
export function folderRights(folder: string): Finding {
  const [first, ...more] = open(folder);
  if (first === undefined) return fine('Rights', 'the data folder belongs to its user alone');
  const files = more.length === 0 ? first : `${first} and ${more.length} more`;
  return hint(
    'Rights',
    `Other users of this machine may use ${files}. Close them: chmod -R go= '${folder}'`,
  );
}

/** PostgreSQL refuses a folder of its own that others can enter, and what is in there is its own. */
function open(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // The rights of a link are those of its target.
  if (!found || found.isSymbolicLink()) return [];
  const self = (found.mode & others) === 0 ? [] : [path];
  if (!found.isDirectory() || path.endsWith('/postgres')) return self;
  return [...self, ...readdirSync(path).flatMap((name) => open(join(path, name)))];
}
