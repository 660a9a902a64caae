import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import {
  BackupError,
  checkFirstLine,
  type Footer,
  type FrameKind,
  firstLine,
  frameChecksum,
  headBytes,
  type Manifest,
  mostFrameBytes,
  nameOf,
  type Part,
  type PartName,
} from './format.ts';

const decompress = promisify(zstdDecompress);
/** Blocks that are unpacked ahead of the one that is used. */
const mostAhead = 4;

interface Frame {
  kind: FrameKind;
  content: Buffer;
}

/** A frame as the restore takes it. */
export type Item =
  | { kind: 'part'; part: PartName }
  | { kind: 'rows'; piece: Buffer }
  | { kind: 'end'; part: Part }
  | { kind: 'footer'; footer: Footer };

/** Reads a backup from its beginning to its end, once. */
export class BackupReader {
  readonly #bytes: AsyncIterator<Buffer>;
  readonly #close: () => void;
  readonly #hash = createHash('sha256');
  /** Its name in sentences. */
  readonly file: string;
  #held: Buffer = Buffer.alloc(0);
  #frames = 0;
  #read = 0;
  #where = 'the header';
  #manifest: Manifest | undefined;

  constructor(stream: Readable, file: string) {
    this.#bytes = stream[Symbol.asyncIterator]();
    this.#close = () => void stream.destroy();
    this.file = file;
  }

  static ofFile(path: string): BackupReader {
    return new BackupReader(createReadStream(path, { highWaterMark: 2 ** 20 }), path);
  }

  /** Bytes of the file that were read. */
  get read(): number {
    return this.#read;
  }

  close(): void {
    this.#close();
  }

  /** The manifest, which comes first. */
  async manifest(): Promise<Manifest> {
    if (this.#manifest) return this.#manifest;
    const line = await this.#take(firstLine.length);
    if (!line) throw new BackupError(`${this.file} is not a Carillon backup.`);
    checkFirstLine(line, this.file);
    this.#hash.update(line);
    const { kind, content } = await this.#frame();
    if (kind !== 'M') throw this.#damaged();
    this.#manifest = JSON.parse(content.toString('utf8')) as Manifest;
    return this.#manifest;
  }

  /** What follows the manifest, with the rows unpacked some blocks ahead. */
  async *items(): AsyncGenerator<Item> {
    await this.manifest();
    const ahead: Promise<Item>[] = [];
    for (let ended = false; !ended || ahead.length > 0; ) {
      while (!ended && ahead.length < mostAhead) {
        const frame = await this.#frame();
        ended = frame.kind === 'F';
        const item = this.#item(frame);
        item.catch(() => {});
        ahead.push(item);
      }
      const next = await ahead.shift();
      if (next) yield next;
    }
  }

  /**
   * Reads all of it without unpacking the rows: every frame's checksum, and the whole's.
   *
   * @throws BackupError when it was cut or changed, with where
   */
  async verify(tick: (bytes: number) => void = () => {}): Promise<Footer> {
    await this.manifest();
    for (;;) {
      const frame = await this.#frame();
      tick(this.#read);
      if (frame.kind !== 'F') continue;
      return JSON.parse(frame.content.toString('utf8')) as Footer;
    }
  }

  async #item({ kind, content }: Frame): Promise<Item> {
    const where = this.#where;
    if (kind === 'D') {
      try {
        return { kind: 'rows', piece: await decompress(content) };
      } catch (cause) {
        throw this.#damaged(where, cause);
      }
    }
    const json = JSON.parse(content.toString('utf8'));
    if (kind === 'S') return { kind: 'part', part: json };
    if (kind === 'E') return { kind: 'end', part: json };
    return { kind: 'footer', footer: json };
  }

  async #frame(): Promise<Frame> {
    const sha256 = this.#hash.copy();
    const head = await this.#take(headBytes);
    if (!head) throw this.#cut();
    const length = head.readUInt32LE(4);
    if (length > mostFrameBytes || head.readUInt32LE(8) !== this.#frames) throw this.#damaged();
    const content = await this.#take(length);
    if (!content) throw this.#cut();
    if (frameChecksum(head, content) !== head.readUInt32LE(12)) throw this.#damaged();
    this.#hash.update(head).update(content);
    this.#frames += 1;
    const kind = head.toString('latin1', 0, 1) as FrameKind;
    if (kind === 'S') this.#where = `the part "${nameOf(JSON.parse(content.toString('utf8')))}"`;
    if (kind === 'F') await this.#end(content, sha256.digest('hex'));
    return { kind, content };
  }

  async #end(content: Buffer, sha256: string): Promise<void> {
    this.#where = 'the footer';
    const footer = JSON.parse(content.toString('utf8')) as Footer;
    if (footer.sha256 !== sha256) throw this.#damaged('the file as a whole');
    if (this.#held.length > 0 || (await this.#take(1))) {
      throw new BackupError(`The backup ${this.file} is damaged: there is data after its end.`);
    }
  }

  /** Takes `size` bytes; undefined when the file ends before. */
  async #take(size: number): Promise<Buffer | undefined> {
    const pieces = [this.#held];
    let held = this.#held.length;
    while (held < size) {
      const { done, value } = await this.#bytes.next();
      if (done) return undefined;
      pieces.push(value);
      held += value.length;
      this.#read += value.length;
    }
    const all = pieces.length === 1 ? this.#held : Buffer.concat(pieces);
    this.#held = all.subarray(size);
    return all.subarray(0, size);
  }

  #damaged(where = this.#where, cause?: unknown): BackupError {
    return new BackupError(
      `The backup ${this.file} is damaged in ${where}: its checksum does not match. Take another one.`,
      { cause },
    );
  }

  #cut(): BackupError {
    return new BackupError(
      `The backup ${this.file} is incomplete: it ends in ${this.#where}. Take another one.`,
    );
  }
}
