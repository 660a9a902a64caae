/**
 * Turns the rows of a contact file into list entries in the COPY format, one for each phone, and
 * counts as spec 3 section 5 says: what is cut, what is not a phone number, what is not imported.
 */
import { badFile, counted } from '#domain/contact-file/bad-file.ts';
import {
  foreignCode,
  phoneNumber,
  trimmedEnd,
  trimmedStart,
} from '#domain/contact-file/cell-bytes.ts';
import { NumberSet } from '#domain/contact-file/number-set.ts';
import {
  type RejectReason,
  reasonsByAreaCode,
  rejectReasons,
} from '#domain/contact-file/reject-reasons.ts';
import type { FileRecord } from './buffer-scanner.ts';
import { CopyBuffer } from './copy-buffer.ts';
import type { DroppedFile } from './dropped-file.ts';
import type { ImportPlan } from './import-plan.ts';
import type { RejectFile } from './reject-file.ts';
import { RowFields } from './row-fields.ts';

export interface WriterOptions {
  plan: ImportPlan;
  rejects: RejectFile;
  dropped: DroppedFile;
  /** Each number once in this list. */
  unique: boolean;
  /** Whose numbers the client may call. */
  countries: readonly string[];
}

export interface RowCounts {
  /** Rows. */
  accounts: number;
  /** Accounts with a phone among the entries. */
  accountsWritten: number;
  /** Non-empty cells of the phone columns. */
  phones: number;
  /** List entries. */
  entries: number;
  wrongFormat: number;
  duplicates: number;
  truncated: number;
  /** State cells that are not a known code, name or abbreviation. */
  unknownStates: number;
  /** Rows whose consent says neither yes nor no, or has a date still to come. */
  unclearConsents: number;
}

const nothing = Buffer.alloc(0);
const outBytes = 512 * 1024;
/** Columns that are not account fields. */
const ownColumns = ['entry_id', 'account_line', 'phone_column', 'phone', 'place_group'];

export class AccountWriter {
  readonly counts: RowCounts = {
    accounts: 0,
    accountsWritten: 0,
    phones: 0,
    entries: 0,
    wrongFormat: 0,
    duplicates: 0,
    truncated: 0,
    unknownStates: 0,
    unclearConsents: 0,
  };
  /** The entries since it was last exchanged. */
  out = new CopyBuffer(outBytes);
  readonly #options: WriterOptions;
  readonly #fields: RowFields;
  readonly #numbers: NumberSet | undefined;
  readonly #reasons: readonly (RejectReason | undefined)[];
  /** Of the current row: the numbers to write, and the indexes of their phone columns. */
  readonly #accepted: { number: number; phoneIndex: number }[] = [];
  /** Those that are numbers, but are not written. */
  readonly #left: number[] = [];

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#fields = new RowFields(options.plan);
    this.#numbers = options.unique ? new NumberSet() : undefined;
    this.#reasons = reasonsByAreaCode(options.countries);
  }

  /** The buffer with the entries so far; the writer continues with the other one. */
  exchange(other: CopyBuffer = new CopyBuffer(outBytes)): CopyBuffer {
    const filled = this.out;
    other.clear();
    this.out = other;
    return filled;
  }

  /** Columns of list_entry in the order of the rows written. */
  get columns(): string[] {
    return [...ownColumns, ...this.#fields.columns];
  }

  /** @throws ProblemError bad_file at a row with more or fewer cells than the header */
  consume(record: FileRecord): void {
    if (record.count !== this.#options.plan.columns) throw this.#ragged(record);
    const { counts } = this;
    counts.accounts += 1;
    const phonesBefore = counts.phones;
    this.#takePhones(record);
    const accepted = this.#accepted;
    const wanted = accepted.length > 0;
    counts.truncated += this.#fields.read(record, wanted);
    counts.unknownStates = this.#fields.unknownStates;
    counts.unclearConsents = this.#fields.unclearConsents;
    if (wanted) {
      counts.accountsWritten += 1;
      this.#write(record.line);
    } else {
      this.#noteAccount(record.line, counts.phones > phonesBefore);
    }
    if (this.#left.length > 0) this.#keepLeft(record, wanted);
  }

  /**
   * The owner of a number can matter when another number of the account or its External Id is
   * known.
   */
  #keepLeft(record: FileRecord, wanted: boolean): void {
    const externalId = this.#fields.externalId(record);
    if (!wanted && externalId.length === 0) return;
    for (const number of this.#left) this.#options.dropped.add(record.line, number, externalId);
  }

  /** With one phone column, the phone's own note says it all. */
  #noteAccount(line: number, hadPhones: boolean): void {
    const { rejects, plan } = this.#options;
    if (!hadPhones) rejects.add(line, '', nothing, rejectReasons.noPhone);
    else if (plan.phones.length > 1) rejects.add(line, '', nothing, rejectReasons.noneImported);
  }

  #takePhones(record: FileRecord): void {
    const { counts } = this;
    const { plan, rejects } = this.#options;
    this.#accepted.length = 0;
    this.#left.length = 0;
    for (let phoneIndex = 0; phoneIndex < plan.phones.length; phoneIndex++) {
      const { column, name } = plan.phones[phoneIndex] as ImportPlan['phones'][number];
      const from = trimmedStart(
        record.buffer,
        record.starts[column] as number,
        record.ends[column] as number,
      );
      const to = trimmedEnd(record.buffer, from, record.ends[column] as number);
      if (from === to) continue;
      counts.phones += 1;
      const number = phoneNumber(record.buffer, from, to);
      const fault = this.#faultOf(number);
      if (fault !== undefined) {
        counts.wrongFormat += 1;
        if (number > 0) this.#left.push(number);
        rejects.add(record.line, name, record.buffer.subarray(from, to), fault);
      } else if (this.#numbers && !this.#numbers.add(number)) {
        counts.duplicates += 1;
        this.#left.push(number);
        rejects.add(record.line, name, record.buffer.subarray(from, to), rejectReasons.duplicate);
      } else {
        this.#accepted.push({ number, phoneIndex });
      }
    }
  }

  /** Why the number is not called. */
  #faultOf(number: number): RejectReason | undefined {
    if (number === 0) return rejectReasons.wrongFormat;
    if (number === foreignCode) return rejectReasons.foreignCode;
    return this.#reasons[Math.floor(number / 10_000_000)];
  }

  /** One row for each accepted phone, with the account's fields in each. */
  #write(line: number): void {
    const { out, counts } = this;
    let first: number | undefined;
    for (const { number, phoneIndex } of this.#accepted) {
      counts.entries += 1;
      out.beginRow(ownColumns.length + this.#fields.columns.length);
      out.integer(counts.entries);
      out.integer(line);
      out.smallint(phoneIndex + 1);
      out.phone(10_000_000_000 + number);
      out.integer(this.#fields.placeOf(number));
      const offset = out.values(this.#fields.line, line, first);
      first ??= offset;
    }
  }

  #ragged({ count, line }: FileRecord) {
    const { columns } = this.#options.plan;
    const cells = count === 1 ? '1 cell' : `${counted(count)} cells`;
    return badFile(
      `Line ${counted(line)} has ${cells}, but the header has ${counted(columns)} columns. Look for a missing delimiter or quote there.`,
    );
  }
}
