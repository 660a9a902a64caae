/** Turns a file of any supported encoding into UTF-8 bytes, chunk by chunk. */
import { isAscii } from 'node:buffer';
import { badFile, counted } from '#domain/contact-file/bad-file.ts';
import type { Encoding } from '#domain/contact-file/text-encoding.ts';

/** Takes the next bytes without the byte order mark; returns UTF-8 (perhaps the same buffer). */
export type Decode = (chunk: Buffer, last: boolean) => Buffer;

export function decoderFor(encoding: Encoding): Decode {
  switch (encoding) {
    case 'utf-8':
      return (chunk) => chunk;
    case 'windows-1252':
      return fromWindows1252;
    case 'utf-16le':
      return utf16Decoder(false);
    case 'utf-16be':
      return utf16Decoder(true);
  }
}

/** The bytes 0x80 to 0x9f of Windows-1252; the five undefined ones were refused before. */
const upperControls = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const utf8Of = Array.from({ length: 256 }, (_, byte) => {
  const special = byte >= 0x80 && byte <= 0x9f ? upperControls[byte - 0x80] : undefined;
  return Buffer.from(special ?? String.fromCharCode(byte));
});

function fromWindows1252(chunk: Buffer): Buffer {
  if (isAscii(chunk)) return chunk;
  const out = Buffer.allocUnsafe(chunk.length * 3);
  let at = 0;
  for (const byte of chunk) {
    if (byte < 0x80) {
      out[at++] = byte;
    } else {
      for (const part of utf8Of[byte] as Buffer) out[at++] = part;
    }
  }
  return out.subarray(0, at);
}

/** @throws ProblemError bad_file at half a surrogate pair or a NUL, with the line */
function utf16Decoder(bigEndian: boolean): Decode {
  let open = Buffer.alloc(0);
  let line = 1;
  return (chunk, last) => {
    const whole = Buffer.concat([open, chunk]);
    const cut = whole.length - (whole.length % 2);
    const units = Buffer.from(whole.subarray(0, cut));
    if (bigEndian) units.swap16();
    let text = units.toString('utf16le');
    open = Buffer.from(whole.subarray(cut));
    if (!last && isHighSurrogate(text.charCodeAt(text.length - 1))) {
      text = text.slice(0, -1);
      open = Buffer.from(whole.subarray(cut - 2));
    }
    if (!text.isWellFormed() || text.includes('\0')) throw notText(text, line);
    line += text.split('\n').length - 1;
    return Buffer.from(text);
  };
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

function notText(text: string, line: number) {
  const nul = text.indexOf('\0');
  const lone = text.search(/\p{Surrogate}/u);
  const nulFirst = nul >= 0 && (lone < 0 || nul < lone);
  const at = counted(line + text.slice(0, nulFirst ? nul : lone).split('\n').length - 1);
  return badFile(
    nulFirst
      ? `The file is not text: line ${at} has a NUL character. Save the table as CSV in UTF-8.`
      : `Line ${at} has half a character of UTF-16 (a lone surrogate). Export the file again as UTF-8.`,
  );
}
