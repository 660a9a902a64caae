/**
 * Counts what an import of a contact file would say, without writing anything: the rows, what is cut,
 * what is not a number, what comes twice. What only the database knows (the do-not-call list, earlier
 * calls) is not in it. A property test keeps it equal to imports/account-writer.ts.
 */
import type { ConsentPart } from '#contract/consent.ts';
import { consentOfRow } from '../consent.ts';
import { stateCodeOf } from '../state-names.ts';
import { foreignCode, phoneNumber, trimmedEnd, trimmedStart } from './cell-bytes.ts';
import type { CsvRecord } from './csv-scanner.ts';
import { NumberSet } from './number-set.ts';
import { type RejectReason, reasonsByAreaCode, rejectReasons } from './reject-reasons.ts';

/** A field that the file fills; its kind says how a cell is cleaned before it is measured. */
export interface CountedField {
  column: number;
  /** Characters that are kept. */
  size: number;
  kind: 'text' | 'state' | 'ssn' | 'consent';
  /** Of a consent field. */
  part?: ConsentPart;
}

export interface CountGiven {
  /** Of the header. */
  columns: number;
  /** Columns of telephone numbers. */
  phones: readonly number[];
  fields: readonly CountedField[];
  /** Each number once in this list. */
  unique: boolean;
  /** Whose numbers the client may call. */
  countries: readonly string[];
  /** The last day (`YYYY-MM-DD`) on which consent can have been given; absent: any. */
  latestConsent?: string;
}

/** Rows that the import refuses the whole file for. */
export interface RaggedRows {
  rows: number;
  /** The first of them, as an editor counts lines. */
  lines: number[];
}

export interface RowCount {
  accounts: number;
  /** Accounts of which a number can be loaded. */
  accountsWithNumbers: number;
  /** Cells with something in them. */
  phones: number;
  /** Numbers that can be loaded. */
  numbers: number;
  wrongFormat: number;
  duplicates: number;
  truncated: number;
  unknownStates: number;
  unclearConsents: number;
  tooManyColumns: RaggedRows;
  tooFewColumns: RaggedRows;
  /** Why numbers and accounts would be left out, and how many. */
  reasons: { reason: RejectReason; count: number }[];
}

const quote = 0x22;
const linesKept = 3;
const mostStatesKept = 1_000;
const text = new TextDecoder();

export class RowCounter {
  readonly #given: CountGiven;
  readonly #numbers: NumberSet | undefined;
  readonly #byAreaCode: readonly (RejectReason | undefined)[];
  readonly #reasons = new Map<string, { reason: RejectReason; count: number }>();
  /** State texts that were met, and whether they are known. */
  readonly #states = new Map<string, boolean>();
  /** Of the current row. */
  #consent: Partial<Record<ConsentPart, string>> = {};
  readonly #count = {
    accounts: 0,
    accountsWithNumbers: 0,
    phones: 0,
    numbers: 0,
    wrongFormat: 0,
    duplicates: 0,
    truncated: 0,
    unknownStates: 0,
    unclearConsents: 0,
    tooManyColumns: { rows: 0, lines: [] as number[] },
    tooFewColumns: { rows: 0, lines: [] as number[] },
  };

  constructor(given: CountGiven) {
    this.#given = given;
    this.#numbers = given.unique ? new NumberSet() : undefined;
    this.#byAreaCode = reasonsByAreaCode(given.countries);
  }

  get count(): RowCount {
    return { ...this.#count, reasons: [...this.#reasons.values()] };
  }

  consume(record: CsvRecord): void {
    const { columns } = this.#given;
    if (record.count !== columns) {
      this.#noteRagged(record, record.count > columns);
      return;
    }
    const count = this.#count;
    count.accounts += 1;
    const phonesBefore = count.phones;
    const numbersBefore = count.numbers;
    for (const column of this.#given.phones) this.#readPhone(record, column);
    this.#consent = {};
    for (const field of this.#given.fields) this.#readField(record, field);
    if (consentOfRow(this.#consent, this.#given.latestConsent)?.kind === 'unclear')
      count.unclearConsents += 1;
    if (count.numbers > numbersBefore) count.accountsWithNumbers += 1;
    else if (count.phones === phonesBefore) this.#note(rejectReasons.noPhone);
    else if (this.#given.phones.length > 1) this.#note(rejectReasons.noneImported);
  }

  #noteRagged({ line }: CsvRecord, tooMany: boolean): void {
    const ragged = tooMany ? this.#count.tooManyColumns : this.#count.tooFewColumns;
    ragged.rows += 1;
    if (ragged.lines.length < linesKept) ragged.lines.push(line);
  }

  #readPhone({ buffer, starts, ends }: CsvRecord, column: number): void {
    const count = this.#count;
    const end = ends[column] as number;
    const from = trimmedStart(buffer, starts[column] as number, end);
    const to = trimmedEnd(buffer, from, end);
    if (from === to) return;
    count.phones += 1;
    const number = phoneNumber(buffer, from, to);
    const fault = this.#faultOf(number);
    if (fault !== undefined) {
      count.wrongFormat += 1;
      this.#note(fault);
    } else if (this.#numbers && !this.#numbers.add(number)) {
      count.duplicates += 1;
      this.#note(rejectReasons.duplicate);
    } else count.numbers += 1;
  }

  #faultOf(number: number): RejectReason | undefined {
    if (number === 0) return rejectReasons.wrongFormat;
    if (number === foreignCode) return rejectReasons.foreignCode;
    return this.#byAreaCode[Math.floor(number / 10_000_000)];
  }

  #note(reason: RejectReason): void {
    const key = 'country' in reason ? `${reason.code} ${reason.country}` : reason.code;
    const known = this.#reasons.get(key);
    if (known) known.count += 1;
    else this.#reasons.set(key, { reason, count: 1 });
  }

  #readField({ buffer, starts, ends, doubled }: CsvRecord, field: CountedField): void {
    const end = ends[field.column] as number;
    const from = trimmedStart(buffer, starts[field.column] as number, end);
    const to = trimmedEnd(buffer, from, end);
    const { part } = field;
    if (part) {
      const cell = text.decode(buffer.subarray(from, to));
      this.#consent[part] = doubled[field.column] === 1 ? cell.replaceAll('""', '"') : cell;
    }
    // Nothing that is shorter in bytes than its field is cut.
    if (field.kind !== 'state' && to - from <= field.size) return;
    const isDoubled = doubled[field.column] === 1;
    const cut =
      field.kind === 'ssn'
        ? ssnLength(buffer, from, to) > field.size
        : characters(buffer, from, to, isDoubled) > field.size;
    if (field.kind === 'state' && from < to && !this.#isState(buffer.subarray(from, to), isDoubled))
      this.#count.unknownStates += 1;
    if (cut) this.#count.truncated += 1;
  }

  #isState(bytes: Uint8Array, isDoubled: boolean): boolean {
    const cell = text.decode(bytes);
    const known = this.#states.get(cell);
    if (known !== undefined) return known;
    const isState = stateCodeOf(isDoubled ? cell.replaceAll('""', '"') : cell) !== undefined;
    if (this.#states.size >= mostStatesKept) this.#states.clear();
    this.#states.set(cell, isState);
    return isState;
  }
}

/** Of a cell in UTF-8; a doubled quote stands for one. */
function characters(bytes: Uint8Array, from: number, to: number, isDoubled: boolean): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    // A byte that does not continue a character begins one.
    if ((byte & 0xc0) !== 0x80) count += 1;
    if (isDoubled && byte === quote) at += 1;
  }
  return count;
}

/** An SSN keeps its digits and the hyphens between them. */
function ssnLength(bytes: Uint8Array, from: number, to: number): number {
  const cell = text.decode(bytes.subarray(from, to));
  return cell.replaceAll(/[^\d-]/g, '').replaceAll(/^-+|-+$/g, '').length;
}
