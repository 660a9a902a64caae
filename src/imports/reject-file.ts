/** Rejected phones and accounts, as rows of line, column, value and reason. */
import { CopySpool } from './copy-spool.ts';
import type { RejectReason } from './reject-reasons.ts';

/** Bytes of a value that are kept. */
const valueBytes = 255;

export class RejectFile extends CopySpool {
  constructor(folder: string) {
    super(folder, 'rejected');
  }

  /** @param value bytes of the cell, from and to; empty for a whole account */
  add(line: number, column: string, value: Buffer, reason: RejectReason): void {
    const row = this.row(4);
    row.integer(line);
    row.text(column);
    row.value(value, 0, endOfCharacter(value, valueBytes));
    row.json(JSON.stringify(reason));
  }
}

/** Where at most `limit` bytes of UTF-8 end without cutting a character. */
function endOfCharacter(bytes: Buffer, limit: number): number {
  if (bytes.length <= limit) return bytes.length;
  let end = limit;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}
