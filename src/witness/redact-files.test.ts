import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { redactFolder } from './redact-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'carillon-redact-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an erasure of one client leaves what another client's journal knows of the number", async () => {
  const journal = join(folder, 'journal-1.log');
  const carrier = join(folder, 'carrier.log');
  const lines = 'H 1 2 3 4 12125550100 5\nO 2 12125550100 key 6\nO 1 12125550100 key 7\n';
  writeFileSync(journal, lines);
  writeFileSync(carrier, '{"to":"12125550100"}\n');
  const erasedBy = (phone: string, clientId: number | undefined) =>
    phone === '12125550100' && (clientId ?? 1) === 1;
  expect(await redactFolder(folder, erasedBy)).toBe(3);
  const x = 'x'.repeat(11);
  expect(readFileSync(journal, 'utf8')).toBe(
    `H 1 2 3 4 ${x} 5\nO 2 12125550100 key 6\nO 1 ${x} key 7\n`,
  );
  expect(readFileSync(carrier, 'utf8')).toBe(`{"to":"${x}"}\n`);
});

test('numbers are found wherever the file is cut into parts, and those of longer digits are none', async () => {
  const own = mkdtempSync(join(folder, 'parts-'));
  const path = join(own, 'journal-1.log');
  const line = (at: number) =>
    `O ${1 + (at % 2)} ${at % 3 ? '12125550100' : '12125550199'} key ${at}\n`;
  // Cut at every offset of a line, and in lines that are longer than a part.
  const long = `R ${'7'.repeat(70_000)} 2125550100 112125550100 12125550100`;
  for (const shift of [0, 3, 5, 9, 14, 17]) {
    const lines = Array.from({ length: 9_000 }, (_, at) => line(at));
    const text = `${'#'.repeat(shift)}\n${lines.join('')}${long}`;
    writeFileSync(path, text);
    const isErased = (phone: string, clientId: number | undefined) =>
      phone === '12125550100' && clientId !== 2;
    const expected = text
      .split('\n')
      .map((one) =>
        one.startsWith('O 2 ')
          ? one
          : one.replaceAll(/(?<!\d)1?2125550100(?!\d)/g, (digits) => 'x'.repeat(digits.length)),
      )
      .join('\n');
    await redactFolder(own, isErased);
    expect(readFileSync(path, 'latin1') === expected, `${shift}`).toBe(true);
  }
});

test('a line that is appended meanwhile stays, and a stop ends the search', async () => {
  const own = mkdtempSync(join(folder, 'appended-'));
  const path = join(own, 'journal-1.log');
  writeFileSync(path, 'O 1 12125550100 key 7\n'.repeat(20_000));
  const appender = openSync(path, 'a');
  const stopping = new AbortController();
  const stopped = redactFolder(own, () => true, stopping.signal);
  writeSync(appender, 'O 1 12125550188 key 8\n');
  stopping.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  const all = redactFolder(own, (phone) => phone === '12125550100');
  writeSync(appender, 'O 1 12125550189 key 9\n');
  await all;
  closeSync(appender);
  const text = readFileSync(path, 'latin1');
  expect(text).not.toContain('12125550100');
  expect(text.trimEnd().split('\n').slice(-2)).toEqual([
    expect.stringContaining('key 8'),
    'O 1 12125550189 key 9',
  ]);
});
