/**
 * The few WASI calls that the speech engine makes, served from memory: it sees one output file
 * and nothing of this machine, neither files nor environment. `node:wasi` would do the same over a
 * real folder, is experimental and says so on every start.
 */

/** Numbers of WASI (preview 1). */
const ok = 0;
const badDescriptor = 8;
const invalid = 28;
const noEntry = 44;
const fileType = { character: 2, folder: 3, regular: 4 } as const;
const descriptor = { input: 0, output: 1, errors: 2, folder: 3, file: 4 } as const;
const folderName = '/';

/** The program ended with `_exit`; thrown through it because a call of WASI cannot return then. */
export class ProgramExit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`The program exited with code ${code}.`);
    this.code = code;
  }
}

export class MemoryWasi {
  /** The program's name and its arguments, each with its ending zero. */
  readonly #args: readonly Uint8Array[];
  /** What the program writes. */
  readonly #file: GrowingFile;
  #memory: WebAssembly.Memory | undefined;
  readonly imports: WebAssembly.ModuleImports;

  /**
   * @param args the program's name and its arguments
   * @param limit bytes that it may write at most; more ends the writing with an error
   */
  constructor(args: readonly string[], limit: number) {
    this.#args = args.map((arg) => new TextEncoder().encode(`${arg}\0`));
    this.#file = new GrowingFile(limit);
    this.imports = { ...this.#ofProgram(), ...this.#ofDescriptors(), ...this.#ofFile() };
  }

  /** Must be called with the memory before the program starts. */
  attach(memory: WebAssembly.Memory): void {
    this.#memory = memory;
  }

  /** What the program wrote into the one file that it opened. */
  written(): Uint8Array {
    return this.#file.content();
  }

  /** Its arguments, the time and its end. */
  #ofProgram(): WebAssembly.ModuleImports {
    return {
      args_sizes_get: (countAt: number, sizeAt: number) => {
        this.#set32(countAt, this.#args.length);
        this.#set32(
          sizeAt,
          this.#args.reduce((sum, { length }) => sum + length, 0),
        );
        return ok;
      },
      args_get: (pointersAt: number, textAt: number) => {
        let at = textAt;
        for (const [index, text] of this.#args.entries()) {
          this.#set32(pointersAt + index * 4, at);
          this.#bytes().set(text, at);
          at += text.length;
        }
        return ok;
      },
      clock_time_get: (_clock: number, _precision: bigint, at: number) => {
        this.#view().setBigUint64(at, BigInt(Date.now()) * 1_000_000n, true);
        return ok;
      },
      proc_exit(code: number) {
        throw new ProgramExit(code);
      },
    };
  }

  /** What its descriptors are. */
  #ofDescriptors(): WebAssembly.ModuleImports {
    return {
      fd_prestat_get: (fd: number, at: number) => {
        if (fd !== descriptor.folder) return badDescriptor;
        this.#set32(at, 0);
        this.#set32(at + 4, folderName.length);
        return ok;
      },
      fd_prestat_dir_name: (fd: number, at: number) => {
        if (fd !== descriptor.folder) return badDescriptor;
        this.#bytes().set(new TextEncoder().encode(folderName), at);
        return ok;
      },
      fd_fdstat_get: (fd: number, at: number) => {
        const type = typeOf(fd);
        if (type === undefined) return badDescriptor;
        this.#bytes().fill(0, at, at + 24);
        this.#bytes()[at] = type;
        // Every right, for itself and for what is opened through it.
        this.#view().setBigUint64(at + 8, 0x1fff_ffffn, true);
        this.#view().setBigUint64(at + 16, 0x1fff_ffffn, true);
        return ok;
      },
      fd_fdstat_set_flags: () => ok,
      fd_close: () => ok,
    };
  }

  /** What it opens, reads and writes. */
  #ofFile(): WebAssembly.ModuleImports {
    return {
      fd_read: (_fd: number, _parts: number, _count: number, readAt: number) => {
        this.#set32(readAt, 0);
        return ok;
      },
      fd_seek: (fd: number, offset: bigint, from: number, at: number) => {
        if (fd !== descriptor.file) return badDescriptor;
        const position = this.#file.seek(Number(offset), from);
        if (position === undefined) return invalid;
        this.#view().setBigUint64(at, BigInt(position), true);
        return ok;
      },
      fd_write: (fd: number, partsAt: number, count: number, writtenAt: number) => {
        let written = 0;
        for (let index = 0; index < count; index += 1) {
          const start = this.#view().getUint32(partsAt + index * 8, true);
          const length = this.#view().getUint32(partsAt + index * 8 + 4, true);
          // What the program writes to its terminal is dropped.
          if (fd === descriptor.file)
            this.#file.write(this.#bytes().subarray(start, start + length));
          written += length;
        }
        this.#set32(writtenAt, written);
        return ok;
      },
      path_open: (
        fd: number,
        _lookup: number,
        _path: number,
        _length: number,
        create: number,
        _rights: bigint,
        _inherited: bigint,
        _flags: number,
        openedAt: number,
      ) => {
        if (fd !== descriptor.folder) return badDescriptor;
        // Only the output can be opened: reading any file finds none.
        if (create === 0) return noEntry;
        this.#set32(openedAt, descriptor.file);
        return ok;
      },
    };
  }

  /** The memory's buffer changes whenever it grows. */
  #bytes(): Uint8Array {
    return new Uint8Array(this.#memory?.buffer ?? new ArrayBuffer(0));
  }

  #view(): DataView {
    return new DataView(this.#memory?.buffer ?? new ArrayBuffer(0));
  }

  #set32(at: number, value: number): void {
    this.#view().setUint32(at, value, true);
  }
}

function typeOf(fd: number): number | undefined {
  if (fd === descriptor.folder) return fileType.folder;
  if (fd === descriptor.file) return fileType.regular;
  return fd >= descriptor.input && fd <= descriptor.errors ? fileType.character : undefined;
}

class GrowingFile {
  /** Bytes that it may have at most. */
  readonly #limit: number;
  #room = new Uint8Array(256 * 1024);
  #size = 0;
  #position = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  write(part: Uint8Array): void {
    const end = this.#position + part.length;
    if (end > this.#limit) throw new ProgramExit(1);
    if (end > this.#room.length) {
      const larger = new Uint8Array(Math.max(end, this.#room.length * 2));
      larger.set(this.#room);
      this.#room = larger;
    }
    this.#room.set(part, this.#position);
    this.#position = end;
    this.#size = Math.max(this.#size, end);
  }

  /** `from`: 0 the start, 1 here, 2 the end. */
  seek(offset: number, from: number): number | undefined {
    const base = [0, this.#position, this.#size][from];
    if (base === undefined || base + offset < 0) return undefined;
    this.#position = base + offset;
    return this.#position;
  }

  content(): Uint8Array {
    return this.#room.slice(0, this.#size);
  }
}
