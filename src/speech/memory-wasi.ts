/**
 * The few WASI calls that the speech engine makes, answered from memory: it sees one output file
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
    super(`The program ended with ${code}.`);
    this.code = code;
  }
}

export interface MemoryWasi {
  imports: WebAssembly.ModuleImports;
  /** Must be told of the memory before the program starts. */
  attach(memory: WebAssembly.Memory): void;
  /** What the program wrote into the one file that it opened. */
  written(): Uint8Array;
}

/**
 * @param args the program's name and its arguments
 * @param limit bytes that it may write at most; more ends the writing with an error
 */
export function memoryWasi(args: readonly string[], limit: number): MemoryWasi {
  const encoded = args.map((arg) => new TextEncoder().encode(`${arg}\0`));
  const file = growingFile(limit);
  let memory: WebAssembly.Memory | undefined;
  // The memory's buffer changes whenever it grows.
  const bytes = () => new Uint8Array(memory?.buffer ?? new ArrayBuffer(0));
  const view = () => new DataView(memory?.buffer ?? new ArrayBuffer(0));
  const set32 = (at: number, value: number) => view().setUint32(at, value, true);
  const set64 = (at: number, value: number) => view().setBigUint64(at, BigInt(value), true);

  const imports = {
    args_sizes_get(countAt: number, sizeAt: number) {
      set32(countAt, encoded.length);
      set32(
        sizeAt,
        encoded.reduce((sum, { length }) => sum + length, 0),
      );
      return ok;
    },
    args_get(pointersAt: number, textAt: number) {
      let at = textAt;
      for (const [index, text] of encoded.entries()) {
        set32(pointersAt + index * 4, at);
        bytes().set(text, at);
        at += text.length;
      }
      return ok;
    },
    clock_time_get(_clock: number, _precision: bigint, at: number) {
      view().setBigUint64(at, BigInt(Date.now()) * 1_000_000n, true);
      return ok;
    },
    fd_prestat_get(fd: number, at: number) {
      if (fd !== descriptor.folder) return badDescriptor;
      set32(at, 0);
      set32(at + 4, folderName.length);
      return ok;
    },
    fd_prestat_dir_name(fd: number, at: number) {
      if (fd !== descriptor.folder) return badDescriptor;
      bytes().set(new TextEncoder().encode(folderName), at);
      return ok;
    },
    fd_fdstat_get(fd: number, at: number) {
      const type = typeOf(fd);
      if (type === undefined) return badDescriptor;
      bytes().fill(0, at, at + 24);
      bytes()[at] = type;
      // Every right, for itself and for what is opened through it.
      view().setBigUint64(at + 8, 0x1fff_ffffn, true);
      view().setBigUint64(at + 16, 0x1fff_ffffn, true);
      return ok;
    },
    fd_fdstat_set_flags: () => ok,
    fd_close: () => ok,
    fd_read(_fd: number, _parts: number, _count: number, readAt: number) {
      set32(readAt, 0);
      return ok;
    },
    fd_seek(fd: number, offset: bigint, from: number, at: number) {
      if (fd !== descriptor.file) return badDescriptor;
      const position = file.seek(Number(offset), from);
      if (position === undefined) return invalid;
      set64(at, position);
      return ok;
    },
    fd_write(fd: number, partsAt: number, count: number, writtenAt: number) {
      let written = 0;
      for (let index = 0; index < count; index += 1) {
        const start = view().getUint32(partsAt + index * 8, true);
        const length = view().getUint32(partsAt + index * 8 + 4, true);
        // What the program says to its terminal is nobody's business.
        if (fd === descriptor.file) file.write(bytes().subarray(start, start + length));
        written += length;
      }
      set32(writtenAt, written);
      return ok;
    },
    path_open(
      fd: number,
      _lookup: number,
      _path: number,
      _length: number,
      create: number,
      _rights: bigint,
      _inherited: bigint,
      _flags: number,
      openedAt: number,
    ) {
      if (fd !== descriptor.folder) return badDescriptor;
      // Only the output can be opened: reading any file finds none.
      if (create === 0) return noEntry;
      set32(openedAt, descriptor.file);
      return ok;
    },
    proc_exit(code: number) {
      throw new ProgramExit(code);
    },
  };
  return {
    imports,
    attach(given) {
      memory = given;
    },
    written: file.content,
  };
}

function typeOf(fd: number): number | undefined {
  if (fd === descriptor.folder) return fileType.folder;
  if (fd === descriptor.file) return fileType.regular;
  return fd >= descriptor.input && fd <= descriptor.errors ? fileType.character : undefined;
}

function growingFile(limit: number) {
  let room = new Uint8Array(256 * 1024);
  let size = 0;
  let position = 0;
  return {
    write(part: Uint8Array) {
      const end = position + part.length;
      if (end > limit) throw new ProgramExit(1);
      if (end > room.length) {
        const larger = new Uint8Array(Math.max(end, room.length * 2));
        larger.set(room);
        room = larger;
      }
      room.set(part, position);
      position = end;
      size = Math.max(size, end);
    },
    /** `from`: 0 the start, 1 here, 2 the end. */
    seek(offset: number, from: number): number | undefined {
      const base = [0, position, size][from];
      if (base === undefined || base + offset < 0) return undefined;
      position = base + offset;
      return position;
    },
    content: () => room.slice(0, size),
  };
}
