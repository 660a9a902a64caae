import { expect, test } from 'vitest';
import { countLines } from './count-lines.ts';
import { firstLines } from './file-head.ts';

const utf16 = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return new Blob([bigEndian ? bytes.swap16() : bytes]);
};
const textOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());

test('the first lines are cut after their line feed, fewer are taken whole', async () => {
  const file = new Blob(['a,b\r\n1,ü\r\n2,3\r\n']);
  expect(String(await textOf(await firstLines(file, 2)))).toBe('a,b\r\n1,ü\r\n');
  expect((await firstLines(file, 20)).size).toBe(file.size);
  expect((await firstLines(new Blob([]), 20)).size).toBe(0);
});

test('UTF-16 is never cut inside a character, also where a byte looks like a line feed', async () => {
  // U+0A0A and U+010A hold the byte of a line feed and are none.
  const lines = 'a\u0A0A\u010Ab\nsecond\nthird\n';
  for (const bigEndian of [false, true]) {
    const head = await firstLines(utf16(lines, bigEndian), 1);
    expect(await textOf(head)).toEqual(await textOf(utf16('a\u0A0A\u010Ab\n', bigEndian)));
    expect(await countLines(utf16(lines, bigEndian))).toBe(3);
  }
});

test('the last line counts without a line feed', async () => {
  expect(await countLines(new Blob(['a\nb\nc']))).toBe(3);
  expect(await countLines(new Blob(['a\nb\n']))).toBe(2);
  expect(await countLines(new Blob([]))).toBe(0);
});

test('lines are counted across slices', async () => {
  const line = `${'x'.repeat(99)}\n`;
  expect(await countLines(new Blob([line.repeat(30_000), 'last']))).toBe(30_001);
  expect(await countLines(utf16(line.repeat(12_000)))).toBe(12_000);
});

test('counting stops when it is aborted', async () => {
  const aborted = AbortSignal.abort(new Error('stop'));
  await expect(countLines(new Blob(['a\n']), aborted)).rejects.toThrow('stop');
});
