/** Makes the lines of a call detail report's CSV out of the bytes of a binary COPY, without rows between. */
import { type CallRecordColumn, callRecordTable } from '#contract/call-record-columns.ts';
import { type CopiedKind, copiedKinds } from '#db/queries/call-record-copy.ts';
import type { FileShape } from '#db/queries/call-record-export.ts';
import { carriedClock, nodeClock } from '#domain/zone-rules/zone-clock.ts';
import { CsvBytes } from './csv-bytes.ts';
import { numberCell, timeCell } from './csv-cells.ts';
import {
  type OpenedBatch,
  type RecordField,
  recordFields,
  type SealedBatch,
} from './sealed-batch.ts';
import { SealedPack } from './sealed-pack.ts';

/** Lines whose sealed cells are still missing. */
export interface LinePage {
  records: number;
  bytes: Uint8Array;
  /** Where each sealed value's cell belongs, in ascending order. */
  cuts: Int32Array;
  sealed: SealedBatch;
}

/** Handling a page must not block the process for long. */
const pageRows = 1000;
const usualLine = 256;

const [comma, carriageReturn, lineFeed] = [0x2c, 0x0d, 0x0a];

/** Before the rows of a binary COPY: a signature of 11 bytes, flags, and the length of what follows. */
const headBytes = 19;
const noRow = -1;
const null_ = -1;

interface Column {
  kind: CopiedKind;
  /** Of a sealed one: its position in `recordFields`. */
  field: number;
  cell: (value: number) => string;
}

/** Takes the pieces of one COPY in their order. */
export class CsvLines {
  readonly #columns: readonly Column[];
  readonly #makes: (page: LinePage) => Promise<void>;
  /** What was not taken yet: the beginning of a row. */
  #rest: Buffer = Buffer.alloc(0);
  #begun = false;
  #out = new CsvBytes(pageRows * usualLine);
  #pack = new SealedPack();
  #records = 0;

  constructor(shape: FileShape, makes: (page: LinePage) => Promise<void>) {
    const offsetAt = offsetsOf(shape);
    this.#columns = shape.columns.map((column) => columnOf(column, offsetAt));
    this.#makes = makes;
  }

  async piece(bytes: Buffer): Promise<void> {
    let from = 0;
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    if (!this.#begun) {
      this.#begun = all.length >= headBytes;
      if (this.#begun) from = headBytes;
    }
    while (this.#begun) {
      const next = this.#row(all, from);
      if (next < 0) break;
      from = next;
      this.#records += 1;
      if (this.#records === pageRows) await this.#pageEnds();
    }
    this.#rest = all.subarray(from);
  }

  /** The last page. */
  async end(): Promise<void> {
    if (this.#records > 0) await this.#pageEnds();
  }

  async #pageEnds(): Promise<void> {
    const { bytes, length } = this.#out;
    const { cuts, sealed } = this.#pack.taken();
    const page = { records: this.#records, bytes: bytes.subarray(0, length), cuts, sealed };
    this.#out = new CsvBytes(Math.max(length + usualLine, pageRows * 64));
    this.#records = 0;
    await this.#makes(page);
  }

  /** Returns where the next row begins, or -1 when this one is not whole, or is the end. */
  #row(from: Buffer, start: number): number {
    const [out, pack] = [this.#out, this.#pack];
    const length = out.length;
    const values = pack.values;
    const left = () => {
      out.length = length;
      pack.back(values);
      return -1;
    };
    if (start + 2 > from.length || from.readInt16BE(start) === noRow) return -1;
    let at = start + 2;
    for (let n = 0; n < this.#columns.length; n += 1) {
      if (n > 0) out.byte(comma);
      if (at + 4 > from.length) return left();
      const size = from.readInt32BE(at);
      at += 4;
      if (size === null_) continue;
      if (at + size > from.length) return left();
      const column = this.#columns[n] as Column;
      if (column.kind === 'text') out.text(from, at, at + size);
      else if (column.kind === 'sealed')
        pack.add(from.subarray(at, at + size), column.field, out.length);
      else out.ascii(column.cell(int64(from, at)));
      at += size;
    }
    // Two ids of 8 bytes, each with its size.
    if (at + 24 > from.length) return left();
    pack.place(values, int64(from, at + 4), int64(from, at + 16));
    out.byte(carriageReturn);
    out.byte(lineFeed);
    return at + 24;
  }
}

/** Of the zone's clock, by our rules where they hold; without a zone the same at every instant. */
function offsetsOf({ timeZone: zone, utcOffset }: FileShape): (instant: number) => number {
  if (!zone) return () => utcOffset * 60_000;
  return (instant) => (carriedClock(zone, instant) ?? nodeClock(zone)).offsetAt(instant);
}

function columnOf(name: CallRecordColumn, offsetAt: (instant: number) => number): Column {
  const { type } = callRecordTable[name];
  const kind = copiedKinds[type];
  return {
    kind,
    field: recordFields.indexOf(type as RecordField),
    cell: kind === 'time' ? timeCell(offsetAt) : numberCell(type),
  };
}

/** Exact up to 2^53, which no id, count, time or amount reaches. */
function int64(from: Buffer, at: number): number {
  return from.readInt32BE(at) * 2 ** 32 + from.readUInt32BE(at + 4);
}

/** The page with its sealed cells in place. */
export function filled({ bytes, cuts }: LinePage, { bytes: cells, ends }: OpenedBatch): Buffer {
  const whole = Buffer.allocUnsafe(bytes.length + cells.length);
  let [from, cellFrom, to] = [0, 0, 0];
  for (let at = 0; at < cuts.length; at += 1) {
    const [cut, cellEnd] = [cuts[at] as number, ends[at] as number];
    whole.set(bytes.subarray(from, cut), to);
    to += cut - from;
    whole.set(cells.subarray(cellFrom, cellEnd), to);
    to += cellEnd - cellFrom;
    from = cut;
    cellFrom = cellEnd;
  }
  whole.set(bytes.subarray(from), to);
  return whole;
}
