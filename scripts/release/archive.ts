/** Writes a tar.gz whose bytes depend only on its entries. */
import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path/posix';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';

/** One file or link in a release. */
export interface Entry {
  /** Relative to the folder of the release, with `/`. */
  path: string;
  content?: Buffer;
  /** Instead of content: the target of a link, relative to its own folder. */
  linkTo?: string;
  executable?: boolean;
  /** The part that its size is printed under. */
  part: string;
}

/**
 * Writes the entries below `folder`: sorted, with one time, without a user of this machine, and
 * with modes that do not depend on the umask. Includes folders, so that unpacking makes them
 * readable to all.
 *
 * @param time seconds since 1970
 * @returns the SHA-256 of the file, in hex
 */
export async function writeArchive(
  file: string,
  folder: string,
  entries: readonly Entry[],
  time: number,
): Promise<string> {
  const tar = pack();
  const hash = createHash('sha256');
  const written = pipeline(tar, createGzip({ level: 6 }), hashing(hash), createWriteStream(file));
  await Promise.all([written, addAll(tar, folder, entries, new Date(time * 1_000))]);
  return hash.digest('hex');
}

async function addAll(tar: Pack, folder: string, entries: readonly Entry[], mtime: Date) {
  const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime };
  const made = new Set<string>();
  const addFolder = (path: string) => {
    if (made.has(path)) return;
    if (path.includes('/')) addFolder(dirname(path));
    made.add(path);
    tar.entry({ ...owner, name: `${path}/`, type: 'directory', mode: 0o755 });
  };
  for (const { path, content, linkTo, executable } of inOrder(entries)) {
    const name = `${folder}/${path}`;
    addFolder(dirname(name));
    if (linkTo !== undefined) {
      tar.entry({ ...owner, name, type: 'symlink', linkname: linkTo, mode: 0o777 });
    } else {
      const mode = executable ? 0o755 : 0o644;
      await new Promise<void>((resolve, reject) => {
        const done = (error?: Error | null) => (error ? reject(error) : resolve());
        tar.entry({ ...owner, name, mode }, content ?? Buffer.alloc(0), done);
      });
    }
  }
  tar.finalize();
}

/** By code points, because `localeCompare` depends on the machine's language. */
function inOrder(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
