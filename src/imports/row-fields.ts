/** The account fields of one row: trimmed, cut to their sizes, cleaned and sealed, for the COPY. */
import type { BulkSealer } from '#db/bulk-seal.ts';
import { stateCodeOfName } from '#domain/state-names.ts';
import { trimmedEnd, trimmedStart } from './cell-bytes.ts';
import { CopyBuffer } from './copy-buffer.ts';
import type { CsvRecord } from './csv-scanner.ts';
import type { FieldColumn, ImportPlan } from './import-plan.ts';

export interface FieldOptions {
  plan: ImportPlan;
  sealer: BulkSealer;
}

const quote = 0x22;

export class RowFields {
  /** Columns of list_entry in the order of the line. */
  readonly columns: string[];
  /** The fields of the row that was read last. */
  readonly line = new CopyBuffer(8 * 1024);
  readonly #options: FieldOptions;
  readonly #hasCustom: boolean;
  #custom: Record<string, string> = {};
  /** The cell at hand: its bytes without doubled quotes and outer space. */
  #bytes: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;

  constructor(options: FieldOptions) {
    this.#options = options;
    this.columns = [...new Set(options.plan.fields.map(({ target }) => target))];
    this.#hasCustom = options.plan.fields.some(({ kind }) => kind === 'custom');
  }

  /**
   * Reads a row; answers how many of its fields were cut.
   *
   * @param wanted false to count only: nothing of the row will be imported
   */
  read(record: CsvRecord, wanted: boolean): number {
    let cut = 0;
    this.line.clear();
    if (this.#hasCustom) this.#custom = {};
    for (const field of this.#options.plan.fields) {
      this.#open(record, field.column);
      if (field.kind === 'ssn') this.#cleanSsn();
      if (field.kind === 'state' && this.#shortenState(field.size)) cut += 1;
      else if (this.#limit(field.size)) cut += 1;
      if (wanted) this.#write(field);
    }
    if (wanted && this.#hasCustom) this.#writeCustom();
    return cut;
  }

  #open({ buffer, starts, ends, doubled }: CsvRecord, column: number): void {
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
   * A state whose name is written out becomes its code, and counts as cut: its first two letters may
   * be another state's, by whose hours the number would be called (Alaska, Arizona).
   */
  #shortenState(size: number): boolean {
    if (this.#to - this.#from <= size) return false;
    const code = stateCodeOfName(this.#text());
    if (code === undefined) return false;
    this.#bytes = Buffer.from(code);
    this.#from = 0;
    this.#to = code.length;
    return true;
  }

  /** Cuts the cell to so many characters. True when it was longer. */
  #limit(size: number): boolean {
    if (this.#to - this.#from <= size) return false;
    let characters = 0;
    for (let i = this.#from; i < this.#to; i++) {
      // A byte that does not continue a character begins one.
      if (((this.#bytes[i] as number) & 0xc0) === 0x80) continue;
      characters += 1;
      if (characters > size) {
        this.#to = i;
        return true;
      }
    }
    return false;
  }

  #write({ kind, customIndex }: FieldColumn): void {
    const { line } = this;
    const empty = this.#from === this.#to;
    if (kind === 'custom') {
      if (!empty) this.#custom[customIndex] = this.#text();
      return;
    }
    if (empty) line.absent();
    else if (kind === 'text' || kind === 'state') line.value(this.#bytes, this.#from, this.#to);
    else {
      const sealed = this.#options.sealer.seal(this.#bytes, this.#from, this.#to, kind);
      line.value(sealed, 0, sealed.length);
    }
  }

  #writeCustom(): void {
    const json = JSON.stringify(this.#custom);
    if (json === '{}') this.line.absent();
    else this.line.json(json);
  }

  #text(): string {
    return this.#bytes.toString('utf8', this.#from, this.#to);
  }
}
