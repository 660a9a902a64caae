/** The account fields of one row: trimmed, cut to their sizes and cleaned, for the COPY. */
import type { ConsentPart } from '#contract/consent.ts';
import { consentOfRow } from '#domain/consent.ts';
import { trimmedEnd, trimmedStart } from '#domain/contact-file/cell-bytes.ts';
import { placeGroup } from '#domain/place-group.ts';
import type { FileRecord } from './buffer-scanner.ts';
import { CopyBuffer } from './copy-buffer.ts';
import type { FieldColumn, ImportPlan } from './import-plan.ts';
import { PlaceCells } from './place-cells.ts';
import { StateCells } from './state-cell.ts';

const quote = 0x22;
const nothing = Buffer.alloc(0);

export class RowFields {
  /** Columns of list_entry in the order of the line. */
  readonly columns: string[];
  /** The fields of the row that was read last. */
  readonly line = new CopyBuffer(8 * 1024);
  /** State cells so far that are not a known code, name or abbreviation. */
  unknownStates = 0;
  /** Rows so far whose consent says neither yes nor no, or has a date still to come. */
  unclearConsents = 0;
  readonly #plan: ImportPlan;
  readonly #hasCustom: boolean;
  readonly #hasSensitive: boolean;
  readonly #hasConsent: boolean;
  readonly #states = new StateCells();
  readonly #places = new PlaceCells();
  #state = 0;
  #zip = 0;
  #custom: Record<string, string> = {};
  #sensitive: Record<string, string> = {};
  #consent: Partial<Record<ConsentPart, string>> = {};
  readonly #id: FieldColumn | undefined;
  /** The current cell: its bytes without doubled quotes and outer space. */
  #bytes: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;

  constructor(plan: ImportPlan) {
    this.#plan = plan;
    this.columns = [...new Set(plan.fields.map(({ target }) => target))];
    this.#id = plan.fields.find(({ target }) => target === 'external_id');
    this.#hasCustom = plan.fields.some(({ kind }) => kind === 'custom');
    this.#hasSensitive = plan.fields.some(({ kind }) => kind === 'sensitive');
    this.#hasConsent = plan.fields.some(({ kind }) => kind === 'consent');
  }

  /** The place group of one of the row's numbers: ten digits. */
  placeOf(number: number): number {
    return placeGroup(Math.floor(number / 10_000_000), this.#state, this.#zip);
  }

  /**
   * Reads a row; returns how many of its fields were cut.
   *
   * @param wanted false to count only: nothing of the row will be imported
   */
  read(record: FileRecord, wanted: boolean): number {
    let cut = 0;
    this.line.clear();
    this.#state = 0;
    this.#zip = 0;
    if (this.#hasCustom) this.#custom = {};
    if (this.#hasSensitive) this.#sensitive = {};
    if (this.#hasConsent) this.#consent = {};
    for (const field of this.#plan.fields) {
      this.#open(record, field.column);
      if (field.kind === 'ssn') this.#cleanSsn();
      const shortened = field.kind === 'state' && this.#readState(field.size);
      if (shortened || this.#limit(field.size)) cut += 1;
      // Also of a row that is not imported: what is not understood is counted in all of them.
      if (field.part) this.#consent[field.part] = this.#text();
      if (!wanted || field.part) continue;
      this.#notePlace(field);
      this.#write(field);
    }
    if (wanted && this.#hasCustom) this.#writeCustom();
    if (wanted && this.#hasSensitive) this.#writeSensitive();
    if (this.#hasConsent) this.#readConsent(wanted);
    return cut;
  }

  /** External Id of a row as `read` writes it; empty for none. Good until the next row. */
  externalId(record: FileRecord): Buffer {
    if (!this.#id) return nothing;
    this.#open(record, this.#id.column);
    this.#limit(this.#id.size);
    return this.#bytes.subarray(this.#from, this.#to);
  }

  #open({ buffer, starts, ends, doubled }: FileRecord, column: number): void {
    const start = starts[column] as number;
    const end = ends[column] as number;
    this.#bytes = buffer;
    this.#from = trimmedStart(buffer, start, end);
    this.#to = trimmedEnd(buffer, this.#from, end);
    if (doubled[column] === 1) this.#undouble();
  }

  #undouble(): void {
    const out = Buffer.allocUnsafe(this.#to - this.#from);
    let at = 0;
    for (let i = this.#from; i < this.#to; i++) {
      const byte = this.#bytes[i] as number;
      out[at++] = byte;
      if (byte === quote) i += 1;
    }
    this.#bytes = out;
    this.#from = 0;
    this.#to = at;
  }

  /** An SSN keeps its digits and the hyphens between them. */
  #cleanSsn(): void {
    const text = this.#bytes.toString('latin1', this.#from, this.#to);
    if (/^[\d-]*$/.test(text) && text.length <= 11) return;
    const clean = Buffer.from(text.replaceAll(/[^\d-]/g, '').replaceAll(/^-+|-+$/g, ''));
    this.#bytes = clean;
    this.#from = 0;
    this.#to = clean.length;
  }

  /**
   * A state that is written out or abbreviated becomes its code. An unknown one is kept only if it
   * fits: its first two letters may be a state's, by whose hours the number would be called
   * (decision 030). True when the cell was longer than its field.
   */
  #readState(size: number): boolean {
    if (this.#from === this.#to) return false;
    const read = this.#states.read(this.#bytes, this.#from, this.#to);
    if (read === 'code') return false;
    const long = this.#endOf(size) < this.#to;
    if (read === 'unknown') {
      this.unknownStates += 1;
      if (long) this.#from = this.#to;
    } else {
      this.#bytes = read;
      this.#from = 0;
      this.#to = read.length;
    }
    return long;
  }

  /** Cuts the cell to this many characters. True when it was longer. */
  #limit(size: number): boolean {
    const end = this.#endOf(size);
    const longer = end < this.#to;
    this.#to = end;
    return longer;
  }

  /** The offset where that many of its characters end. */
  #endOf(size: number): number {
    if (this.#to - this.#from <= size) return this.#to;
    let characters = 0;
    for (let i = this.#from; i < this.#to; i++) {
      // A byte that does not continue a character begins one.
      if (((this.#bytes[i] as number) & 0xc0) === 0x80) continue;
      characters += 1;
      if (characters > size) return i;
    }
    return this.#to;
  }

  /** By the cells as they are stored. */
  #notePlace({ target }: FieldColumn): void {
    if (this.#from === this.#to) return;
    if (target === 'state_code') {
      this.#state = this.#places.state(this.#bytes, this.#from, this.#to);
    } else if (target === 'zip_code') {
      this.#zip = this.#places.zip(this.#bytes, this.#from, this.#to);
    }
  }

  #write({ kind, customIndex }: FieldColumn): void {
    const { line } = this;
    const empty = this.#from === this.#to;
    if (kind === 'custom') {
      if (!empty) this.#custom[customIndex] = this.#text();
      return;
    }
    if (kind === 'sensitive') {
      if (!empty) this.#sensitive[customIndex] = this.#text();
      return;
    }
    if (empty) line.absent();
    else if (kind === 'text' || kind === 'state') line.value(this.#bytes, this.#from, this.#to);
    else if (kind !== 'consent') line.secret(this.#bytes, this.#from, this.#to, kind);
  }

  #writeCustom(): void {
    const json = JSON.stringify(this.#custom);
    if (json === '{}') this.line.absent();
    else this.line.json(json);
  }

  #writeSensitive(): void {
    const json = Buffer.from(JSON.stringify(this.#sensitive));
    if (json.length === 2) this.line.absent();
    else this.line.secret(json, 0, json.length, 'custom');
  }

  #readConsent(wanted: boolean): void {
    const consent = consentOfRow(this.#consent, this.#plan.latestConsent);
    if (consent?.kind === 'unclear') this.unclearConsents += 1;
    if (!wanted) return;
    if (consent === null) this.line.absent();
    else this.line.json(JSON.stringify(consent));
  }

  #text(): string {
    return this.#bytes.toString('utf8', this.#from, this.#to);
  }
}
