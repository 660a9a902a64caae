/** Rejected phones and accounts, as rows of line, column, value and reason. */
import type { LeftOut } from '#db/queries/call-list-import.ts';
import type { RejectReason } from '#domain/contact-file/reject-reasons.ts';
import { CopySpool } from './copy-spool.ts';

/** Bytes of a value that are kept. */
const valueBytes = 255;

export class RejectFile extends CopySpool {
  /** How many rows have a reason, by its JSON. */
  readonly #counts = new Map<string, number>();

  constructor(folder: string) {
    super(folder, 'rejected');
  }

  /** How many rows so far have each reason. */
  get reasons(): LeftOut[] {
    return [...this.#counts].map(([json, count]) => ({ reason: JSON.parse(json), count }));
  }

  /** @param value bytes of the cell, from and to; empty for a whole account */
  add(line: number, column: string, value: Buffer, reason: RejectReason): void {
    const row = this.row(4);
    row.integer(line);
    row.text(column);
    row.value(value, 0, endOfCharacter(value, valueBytes));
    const json = JSON.stringify(reason);
    row.json(json);
    this.#counts.set(json, (this.#counts.get(json) ?? 0) + 1);
  }
}

/** Where at most `limit` bytes of UTF-8 end without cutting a character. */
function endOfCharacter(bytes: Buffer, limit: number): number {
  if (bytes.length <= limit) return bytes.length;
  let end = limit;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}
