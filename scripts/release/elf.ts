/**
 * A 64-bit ELF program without what only a debugger reads: everything behind the last byte that the
 * system maps (symbols, debug sections, the table of sections). Node's own build has 18 MB of it.
 * The build id stays, and with it the way to the symbols of Node's original.
 *
 * @throws Error when the bytes are no 64-bit little-endian ELF file
 */
export function withoutSymbols(program: Buffer): Buffer {
  if (program.subarray(0, 6).toString('latin1') !== '\x7fELF\x02\x01') {
    throw new Error('This is no 64-bit ELF program.');
  }
  const table = Number(program.readBigUInt64LE(0x20));
  const size = program.readUInt16LE(0x36);
  const count = program.readUInt16LE(0x38);
  let end = table + size * count;
  for (let at = table; at < table + size * count; at += size) {
    const offset = Number(program.readBigUInt64LE(at + 0x08));
    const length = Number(program.readBigUInt64LE(at + 0x20));
    end = Math.max(end, offset + length);
  }
  const kept = Buffer.from(program.subarray(0, end));
  // Neither place nor number of the sections, nor which of them holds their names.
  kept.writeBigUInt64LE(0n, 0x28);
  kept.writeUInt16LE(0, 0x3c);
  kept.writeUInt16LE(0, 0x3e);
  return kept;
}
