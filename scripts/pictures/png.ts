/** The pixels of a PNG as a browser takes it: 8 bits, RGB or RGBA, not interlaced. */
import { inflateSync } from 'node:zlib';

export interface Pixels {
  width: number;
  height: number;
  /** Four bytes each: red, green, blue, alpha. */
  rgba: Uint8Array;
}

const signature = 8;

export function readPng(png: Buffer): Pixels {
  const parts: Buffer[] = [];
  let width = 0;
  let height = 0;
  let channels = 4;
  for (let at = signature; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      width = data.readUInt32BE(0);
      height = data.readUInt32BE(4);
      channels = data[9] === 2 ? 3 : 4;
    }
    if (type === 'IDAT') parts.push(data);
    at += length + 12;
  }
  const lines = unfiltered(inflateSync(Buffer.concat(parts)), { width, height, channels });
  return { width, height, rgba: channels === 4 ? lines : withAlpha(lines) };
}

interface Shape {
  width: number;
  height: number;
  channels: number;
}

/** Each line begins with the filter that it was written with (PNG, third edition, 9.2). */
function unfiltered(bytes: Buffer, { width, height, channels }: Shape): Uint8Array {
  const stride = width * channels;
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = bytes[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const left = x < channels ? 0 : (out[y * stride + x - channels] ?? 0);
      const up = y === 0 ? 0 : (out[(y - 1) * stride + x] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (out[(y - 1) * stride + x - channels] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      out[y * stride + x] = (bytes[y * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((one) => Math.abs(guess - one)) as [
    number,
    number,
    number,
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function withAlpha(rgb: Uint8Array): Uint8Array {
  const out = new Uint8Array((rgb.length / 3) * 4).fill(255);
  for (let at = 0, to = 0; at < rgb.length; at += 3, to += 4) {
    out.set(rgb.subarray(at, at + 3), to);
  }
  return out;
}
