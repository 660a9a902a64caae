import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ErasureEntry } from '#db/journal.ts';
import { realMs } from '#domain/milliseconds.ts';
import { appendErasures, readErasures } from './erasures.ts';

let folder = '';
let slot = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-erasures-'));
  slot = join(folder, '1');
  mkdirSync(slot);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const erasure = (n: number): ErasureEntry => ({
  kind: 'erasure',
  ...{ clientId: 1, hash: `#${String(n).padStart(32, '0')}`, hashed: true, wholeAccount: false },
  key: `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`,
  at: realMs(1_700_000_000_000 + n),
});

const read = () => readErasures({ path: folder });

test('every erasure is read as it was written, by whatever process', () => {
  expect(read()).toEqual({ entries: [], damaged: 0 });
  appendErasures(slot, [erasure(1), erasure(2)]);
  appendErasures(join(folder, '2'), [erasure(3)]);
  expect(read()).toEqual({ entries: [1, 2, 3].map(erasure), damaged: 0 });
});

test('an unreadable line is counted, and those around it are read', () => {
  appendErasures(slot, [erasure(1)]);
  appendFileSync(join(folder, 'erasures.log'), 'E 1 #0123');
  appendErasures(slot, [erasure(2)]);
  expect(read()).toEqual({ entries: [1, 2].map(erasure), damaged: 1 });
  appendFileSync(join(folder, 'erasures.log'), 'X\nE 1\n');
  expect(read()).toEqual({ entries: [1, 2].map(erasure), damaged: 3 });
});

test('a line that an earlier version wrote is read', () => {
  appendFileSync(
    join(folder, 'erasures.log'),
    `E 1 #${'a'.repeat(32)} number 0e8d1f1c-5d0c-4f0e-9c43-0a6a3b0f2b11 1700000000000\n`,
  );
  expect(read()).toMatchObject({ entries: [{ hashed: false }], damaged: 0 });
});

test('an erasure of which a full disk takes only a part fails', () => {
  // The shell's file size limit simulates a full disk. Node's cache of compiled modules would reach it, too.
  const script = `
    import { appendErasures } from ${JSON.stringify(join(import.meta.dirname, 'erasures.ts'))};
    process.on('SIGXFSZ', () => {});
    const given = ${JSON.stringify(erasure(1))};
    let written = 0;
    try { for (;;) { appendErasures(${JSON.stringify(slot)}, [given]); written += 1; } }
    catch { console.log(written); }`;
  const said = execFileSync(
    '/bin/sh',
    [
      '-c',
      'ulimit -f 8; unset NODE_COMPILE_CACHE; exec "$0" --input-type=module -e "$1"',
      process.execPath,
      script,
    ],
    { encoding: 'utf8' },
  );
  appendErasures(slot, [erasure(2)]);
  const { entries, damaged } = read();
  expect(damaged).toBe(1);
  expect(entries).toEqual([...Array.from({ length: Number(said) }, () => erasure(1)), erasure(2)]);
});
