/**
 * Removes from a 64-bit ELF program what only a debugger reads: everything after the last byte that
 * the system maps (symbols, debug sections, the section table), which is 18 MB in Node's build. The
 * build id stays, so that the symbols of Node's original can be found.
 *
 * @throws Error when the bytes are not a 64-bit little-endian ELF file
 */
export function withoutSymbols(program: Buffer): Buffer {
  if (program.subarray(0, 6).toString('latin1') !== '\x7fELF\x02\x01') {
    throw new Error('Not a 64-bit ELF program.');
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
  // Clears the offset and number of the sections, and the index of the one with their names.
  kept.writeBigUInt64LE(0n, 0x28);
  kept.writeUInt16LE(0, 0x3c);
  kept.writeUInt16LE(0, 0x3e);
  return kept;
}
