import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

const limit = { most: 20, tooLong: (line: number) => new Error(`line ${line}`) };

async function read(chunks: readonly Uint8Array[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(Readable.from(chunks), limit)) lines.push(line);
  return lines;
}

test('lines are the same wherever the file is cut, with all three kinds of line ends', async () => {
  const text = fc.array(fc.constantFrom('a', 'é', '💥', ',', '\n', '\r\n', '\r'), {
    maxLength: 15,
  });
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(30)), async (parts, cuts) => {
      const bytes = Buffer.from(parts.join(''));
      const places = [0, ...cuts.filter((at) => at < bytes.length).sort((a, b) => a - b)];
      const chunks = places.map((from, at) => bytes.subarray(from, places[at + 1] ?? bytes.length));
      const lines = parts.join('').split(/\r\n|\n|\r/);
      if (lines.at(-1) === '') lines.pop();
      expect(await read(chunks)).toEqual(lines);
    }),
    { numRuns: 300 },
  );
});

test('a line that is too long is refused by its number, also before its end has come', async () => {
  const endless = function* () {
    yield Buffer.from('a\n');
    for (;;) yield Buffer.from('0123456789');
  };
  const lines = linesOf(Readable.from(endless()), limit);
  expect((await lines.next()).value).toBe('a');
  await expect(lines.next()).rejects.toThrow('line 2');
  await expect(read([Buffer.from(`b\n${'x'.repeat(21)}\n`)])).rejects.toThrow('line 2');
  expect(await read([Buffer.from(`${'x'.repeat(20)}\r\n`)])).toEqual(['x'.repeat(20)]);
});

test('an input that fails ends the reading with its error', async () => {
  const failing = function* () {
    yield Buffer.from('a\nb');
    throw new Error('cut off');
  };
  await expect(read(failing() as unknown as Buffer[])).rejects.toThrow('cut off');
});
