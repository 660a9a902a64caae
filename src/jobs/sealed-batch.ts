/** Many sealed values of one report, packed so that a thread opens them without copies. */
import type { SealedField, Vault } from '#db/encryption.ts';
import { recordPlace } from '#db/queries/record-seals.ts';
import { csvCell } from '#domain/csv.ts';
import { maskDateOfBirth, maskSsn } from '#domain/masking.ts';

/** The sealed fields of a call record; a batch names each by its position. */
export const recordFields = ['dateOfBirth', 'ssn'] as const satisfies SealedField[];
export type RecordField = (typeof recordFields)[number];

/** Values one after another, none of them empty; `ends` has where each of them ends. */
export interface SealedBatch {
  bytes: Uint8Array<ArrayBuffer>;
  ends: Int32Array<ArrayBuffer>;
  /** Of each value: its position in `recordFields`. */
  fields: Uint8Array<ArrayBuffer>;
  /** Of each value: the ids of its list and its entry, to which it is bound. */
  rows: Float64Array<ArrayBuffer>;
}

/** The same values in clear, UTF-8. */
export interface OpenedBatch {
  bytes: Uint8Array<ArrayBuffer>;
  ends: Int32Array<ArrayBuffer>;
}

export interface Shown {
  /** As cells of a CSV file; else as texts. */
  cells: boolean;
  /** SSN and date of birth in full; else masked. */
  full: boolean;
}

/** How a value stands in the file. */
export function shownValue(field: RecordField, value: string, full: boolean): string {
  if (field === 'ssn') return full ? fullSsn(value) : maskSsn(value);
  return full ? value : maskDateOfBirth(value);
}

/** Nine digits as 012-34-5678: a spreadsheet would take a bare number and drop its zeros. */
function fullSsn(ssn: string): string {
  return ssn.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3');
}

/** What masked values look like: some ten thousand texts, each with stars and hyphens. */
const maskedCells = new Map<string, string>();
const mostMasked = 20_000;

/** The cell of a masked value, which is not worked out anew each time; the text is not a secret. */
function maskedCell(text: string): string {
  const known = maskedCells.get(text);
  if (known !== undefined) return known;
  const cell = csvCell(text);
  if (maskedCells.size < mostMasked) maskedCells.set(text, cell);
  return cell;
}

/** @throws SealError when a value was sealed for another row, its key is missing, or it was changed */
export function openBatch(
  vault: Vault,
  clientId: number,
  { cells, full }: Shown,
  { bytes: sealed, ends, fields, rows }: SealedBatch,
): OpenedBatch {
  // A cell is at most three times its text, with quotes doubled and apostrophes before them, and a
  // sealed value longer than its text.
  const opened = Buffer.from(new ArrayBuffer(3 * sealed.length));
  const cellOf = full ? csvCell : maskedCell;
  let start = 0;
  let length = 0;
  for (let at = 0; at < ends.length; at += 1) {
    const end = ends[at] as number;
    const field = recordFields[fields[at] as number] as RecordField;
    const [callListId, entryId] = [rows[2 * at] as number, rows[2 * at + 1] as number];
    const context = { ...recordPlace({ clientId, callListId, entryId }), field };
    const value = vault.open(sealed.subarray(start, end), context);
    const text = shownValue(field, value, full);
    length += opened.write(cells ? cellOf(text) : text, length);
    ends[at] = length;
    start = end;
  }
  return { bytes: new Uint8Array(opened.buffer, 0, length), ends };
}
