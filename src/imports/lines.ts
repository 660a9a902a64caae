/** The lines of a text file as it arrives, however long it is: no more than one line is held. */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

export interface LineLimit {
  /** Characters of a line. */
  most: number;
  /** What is thrown for a line that is longer, by its number from 1. */
  tooLong(line: number): Error;
}

/**
 * Unlike node:readline, it fails when its input fails, instead of waiting for lines that never
 * come, and it never holds a whole file that has no line ends.
 */
export async function* linesOf(
  input: Readable,
  { most, tooLong }: LineLimit,
): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let line = 1;
  let rest = '';
  for await (const chunk of input as AsyncIterable<Buffer>) {
    // A CR at the end may be half a CRLF.
    const lines = (rest + decoder.write(chunk)).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const one of lines) {
      if (one.length > most) throw tooLong(line);
      yield one;
      line += 1;
    }
    if (rest.length > most + 1) throw tooLong(line);
  }
  rest += decoder.end();
  const last = rest.replace(/\r$/, '');
  if (last.length > most) throw tooLong(line);
  if (rest !== '') yield last;
}
