/**
 * Numbers of accounts that were left out of the list: line, phone, External Id. Their persons may
 * still ask to stop (docs/decisions/038-numbers-beside-lists.md).
 */
import { CopySpool } from './copy-spool.ts';

export class DroppedFile extends CopySpool {
  constructor(folder: string) {
    super(folder, 'dropped');
  }

  /** @param externalId empty for none */
  add(line: number, number: number, externalId: Buffer): void {
    const row = this.row(3);
    row.integer(line);
    row.phone(10_000_000_000 + number);
    if (externalId.length === 0) row.absent();
    else row.value(externalId, 0, externalId.length);
  }
}
