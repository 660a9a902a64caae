/** The cache of unpacked packages, with programs instead of apt's that fail as a mirror does. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../harness/until.ts';

const program = fileURLToPath(new URL('../../scripts/debian-unpack.ts', import.meta.url));
const canUnpack =
  existsSync('/usr/share/keyrings/debian-archive-keyring.gpg') && process.arch === 'x64';

/** Downloads one package, unless `TROUBLE` says what goes wrong. */
const aptGet = `#!/bin/sh
for one in "$@"; do case "$one" in Dir::Cache::archives=*) archives="\${one#*=}" ;; esac; done
case "$TROUBLE $*" in
  unreachable*update*) echo 'W: nobody there' >&2; echo 'E: Some index files failed to download.' >&2; exit 100 ;;
  partial*install*) echo half > "$archives/one.deb"; echo 'E: Unable to fetch some archives' >&2; exit 100 ;;
  hanging*install*) echo half > "$archives/one.deb"; exec sleep 5 ;;
  *install*) echo whole > "$archives/one.deb"; echo whole > "$archives/two.deb" ;;
esac
`;
const dpkgDeb = `#!/bin/sh
[ "$TROUBLE" = broken ] && { echo "error: unexpected end of file" >&2; exit 2; }
cp "$2" "$3/"
`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-unpack-'));
  mkdirSync(join(folder, 'bin'));
  for (const [name, script] of Object.entries({ 'apt-get': aptGet, 'dpkg-deb': dpkgDeb })) {
    writeFileSync(join(folder, 'bin', name), script);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function start(trouble = '', home = folder) {
  const env = { HOME: home, PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, TROUBLE: trouble };
  return spawn(process.execPath, [program, 'bookworm', 'one'], { env });
}

async function unpack(trouble = '', home = folder) {
  const child = start(trouble, home);
  const [said, code] = await Promise.all([
    text(child.stdout),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  return { said: said.trim(), code };
}

const kept = () => readdirSync(join(folder, '.cache', 'carillon-debian'));

test.runIf(canUnpack).each([
  ['unreachable', 'Some index files failed to download.'],
  ['partial', 'Unable to fetch some archives'],
  ['broken', 'unexpected end of file'],
])(
  'a fetch that fails (%s) says why in one line, leaves nothing behind, and the next one is whole',
  async (trouble, why) => {
    const failed = await unpack(trouble);
    expect(failed).toEqual({ code: 1, said: expect.stringMatching(new RegExp(`^.*${why}.*$`)) });
    expect(kept()).toEqual([]);
    const { said, code } = await unpack();
    expect([code, readdirSync(said).sort()]).toEqual([0, ['one.deb', 'two.deb']]);
  },
);

test.runIf(canUnpack)('a fetch that was killed half way is begun anew', async () => {
  const child = start('hanging');
  await until(() => (existsSync(join(folder, '.cache')) && kept().length === 1) || undefined);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  const { said } = await unpack();
  expect(readdirSync(said).sort()).toEqual(['one.deb', 'two.deb']);
  expect(kept()).toHaveLength(1);
});

test.runIf(canUnpack)('two that fetch at once both find it whole', async () => {
  const both = await Promise.all([unpack(), unpack()]);
  expect(both[0]).toEqual(both[1]);
  expect(readdirSync(both[0].said).sort()).toEqual(['one.deb', 'two.deb']);
});

test.runIf(canUnpack)('where nothing can be kept it says so', async () => {
  const { said, code } = await unpack('', '/dev/null');
  expect(code).toBe(1);
  expect(said).toContain('Cannot store the packages on this machine');
});
