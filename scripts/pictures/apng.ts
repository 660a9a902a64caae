/**
 * A moving picture as an animated PNG: the first frame whole, of each later one only what changed, in the
 * smallest rectangle around it, transparent where it did not.
 */
import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from './png.ts';

export interface Frame {
  pixels: Pixels;
  /** Milliseconds for which it is shown. */
  ms: number;
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (!first) throw new Error('There is no frame.');
  const { width, height } = first.pixels;
  let sequence = 0;
  const parts: Buffer[] = [chunk('IHDR', header(width, height))];
  const drawn: Buffer[] = [];
  let shown: Pixels | undefined;
  const changes: { at: Rectangle; bytes: Buffer; ms: number }[] = [];
  for (const { pixels, ms } of frames) {
    const at = shown ? changed(shown, pixels) : { x: 0, y: 0, width, height };
    const last = changes.at(-1);
    // Nothing moved: the frame before is shown for longer.
    if (!at && last) last.ms += ms;
    else if (at) changes.push({ at, bytes: drawnIn(at, pixels, shown), ms });
    shown = pixels;
  }
  for (const [index, { at, bytes, ms }] of changes.entries()) {
    drawn.push(chunk('fcTL', control(sequence++, at, ms, index === 0)));
    if (index === 0) drawn.push(chunk('IDAT', bytes));
    else drawn.push(chunk('fdAT', Buffer.concat([number(sequence++), bytes])));
  }
  parts.push(chunk('acTL', Buffer.concat([number(changes.length), number(0)])), ...drawn);
  return Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))]);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([number(data.length), named, number(crc32(named))]);
}

/** 8 bits, RGBA. */
const header = (width: number, height: number) =>
  Buffer.concat([number(width), number(height), Buffer.from([8, 6, 0, 0, 0])]);

function control(sequence: number, at: Rectangle, ms: number, whole: boolean): Buffer {
  const times = Buffer.alloc(6);
  times.writeUInt16BE(Math.round(ms / 10), 0);
  times.writeUInt16BE(100, 2);
  // It stays, and later ones are drawn over it.
  times.writeUInt8(whole ? 0 : 1, 5);
  const { width, height, x, y } = at;
  return Buffer.concat([...[sequence, width, height, x, y].map(number), times]);
}

const isSame = (a: Pixels, b: Pixels, at: number) =>
  a.rgba[at] === b.rgba[at] &&
  a.rgba[at + 1] === b.rgba[at + 1] &&
  a.rgba[at + 2] === b.rgba[at + 2];

/** Undefined when nothing did. */
function changed(before: Pixels, now: Pixels): Rectangle | undefined {
  const { width, height } = now;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isSame(before, now, (y * width + x) * 4)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return undefined;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function drawnIn(at: Rectangle, now: Pixels, before: Pixels | undefined): Buffer {
  const stride = at.width * 4;
  const bytes = Buffer.alloc((stride + 1) * at.height);
  for (let y = 0; y < at.height; y += 1) {
    const to = y * (stride + 1);
    for (let x = 0; x < at.width; x += 1) {
      const from = ((at.y + y) * now.width + at.x + x) * 4;
      if (before && isSame(before, now, from)) continue;
      bytes.set(now.rgba.subarray(from, from + 4), to + 1 + x * 4);
    }
  }
  // A whole screen is mostly what stands above: "Up" leaves zeros.
  if (!before) filterUp(bytes, stride, at.height);
  return deflateSync(bytes, { level: 9 });
}

function filterUp(bytes: Buffer, stride: number, height: number): void {
  for (let y = height - 1; y > 0; y -= 1) {
    const line = y * (stride + 1);
    bytes[line] = 2;
    for (let x = 1; x <= stride; x += 1) {
      bytes[line + x] = ((bytes[line + x] ?? 0) - (bytes[line - stride - 1 + x] ?? 0)) & 255;
    }
  }
}
