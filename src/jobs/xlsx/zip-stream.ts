/**
 * A ZIP archive made piece by piece, so that memory does not grow with it: sizes and checksum of an
 * entry follow its data. Each piece is compressed by itself and ends on a byte, which makes their
 * concatenation one deflate stream.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Fast: the parts of a report are stored for days, not for years. */
const level = 1;
/** UTF-8 names; sizes follow the data. */
const flags = 0x0808;
const deflated = 8;
/** 1980-01-01: the archive's row says when it was made. */
const dosDate = 0x0021;

interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  plain: number;
  offset: number;
}

export class ZipStream {
  readonly #entries: Entry[] = [];
  #open: Entry | undefined;
  #offset = 0;

  /** Begins an entry; the one before is finished first. */
  begin(name: string): Buffer {
    const before = this.#finishEntry();
    const entry = {
      name: Buffer.from(name),
      ...{ crc: 0, packed: 0, plain: 0 },
      offset: this.#offset,
    };
    this.#open = entry;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(flags, 6);
    head.writeUInt16LE(deflated, 8);
    head.writeUInt16LE(dosDate, 12);
    head.writeUInt16LE(entry.name.length, 26);
    return Buffer.concat([before, this.#count(head), this.#count(entry.name)]);
  }

  /** The next piece of the entry that was begun. */
  add(text: string): Buffer {
    return this.#pack(Buffer.from(text), constants.Z_SYNC_FLUSH);
  }

  /** The rest of the archive. */
  end(): Buffer {
    const last = this.#finishEntry();
    const start = this.#offset;
    const directory = Buffer.concat(this.#entries.map(directoryEntry));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(start, 16);
    return Buffer.concat([last, directory, end]);
  }

  #pack(piece: Buffer, finishFlush: number): Buffer {
    const entry = this.#open;
    if (!entry) throw new Error('No entry of the archive has been begun.');
    entry.crc = crc32(piece, entry.crc);
    entry.plain += piece.length;
    const packed = deflateRawSync(piece, { level, finishFlush });
    entry.packed += packed.length;
    return this.#count(packed);
  }

  #finishEntry(): Buffer {
    const entry = this.#open;
    if (!entry) return Buffer.alloc(0);
    const last = this.#pack(Buffer.alloc(0), constants.Z_FINISH);
    this.#entries.push(entry);
    this.#open = undefined;
    const tail = Buffer.alloc(16);
    tail.writeUInt32LE(0x08074b50, 0);
    writeSizes(tail, 4, entry);
    return Buffer.concat([last, this.#count(tail)]);
  }

  #count(bytes: Buffer): Buffer {
    this.#offset += bytes.length;
    return bytes;
  }
}

function writeSizes(target: Buffer, at: number, { crc, packed, plain }: Entry): void {
  target.writeUInt32LE(crc, at);
  target.writeUInt32LE(packed, at + 4);
  target.writeUInt32LE(plain, at + 8);
}

function directoryEntry(entry: Entry): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(20, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(deflated, 10);
  head.writeUInt16LE(dosDate, 14);
  writeSizes(head, 16, entry);
  head.writeUInt16LE(entry.name.length, 28);
  head.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([head, entry.name]);
}
