/** The frames of an MP3 file (ISO 11172-3 and 13818-3, layer III), without decoding them. */

/** Kilobits a second by index, of MPEG 1 and of MPEG 2 and 2.5. */
const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000];
/** Frames in a row that make an MP3: any large file has two by chance. */
const leastFrames = 3;

interface Frame {
  bytes: number;
  seconds: number;
}

export interface Mp3Span {
  /** Where the first frame begins, after any tags. */
  from: number;
  /** Where the last one ends. */
  to: number;
  seconds: number;
  /** The file ends inside a frame, or before the frames that its first one promises. */
  cutOff: boolean;
}

/** Offset and duration of the sound; undefined when this is not an MP3. */
export function mp3Span(bytes: Uint8Array): Mp3Span | undefined {
  const start = afterTags(bytes);
  const from = firstOfSeveral(bytes, start) ?? (start > 0 ? firstOfSeveral(bytes, 0) : undefined);
  if (from === undefined) return undefined;
  let at = from;
  let seconds = 0;
  let frames = 0;
  for (let to = from; ; ) {
    const frame = frameAt(bytes, at);
    if (frame) {
      seconds += frame.seconds;
      frames += 1;
      at += frame.bytes;
      to = Math.min(at, bytes.length);
      continue;
    }
    const next = at < bytes.length ? firstOfSeveral(bytes, at) : undefined;
    if (next === undefined) {
      const cutOff = at > bytes.length || frames < promisedFrames(bytes, from);
      return { from, to, seconds, cutOff };
    }
    at = next;
  }
}

/**
 * The number of frames that encoders write into the first one, which has no sound; less one,
 * because some count it and some do not. 0 when it is not there.
 */
function promisedFrames(bytes: Uint8Array, from: number): number {
  const head = bytes.subarray(from, from + 60);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  // Behind the side information, whose length depends on version and channels, or at a fixed offset.
  for (const at of [13, 21, 36]) {
    const name = nameAt(head, at);
    const hasCount = ((head[at + 7] ?? 0) & 1) === 1;
    if ((name === 'Xing' || name === 'Info') && hasCount && at + 12 <= head.length) {
      return Math.max(0, view.getUint32(at + 8) - 1);
    }
  }
  const vbri = 36;
  if (nameAt(head, vbri) === 'VBRI' && vbri + 18 <= head.length) {
    return Math.max(0, view.getUint32(vbri + 14) - 1);
  }
  return 0;
}

function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

/** The end of the ID3v2 tags at the beginning; pictures in them may be large. */
function afterTags(bytes: Uint8Array): number {
  let at = 0;
  while (bytes[at] === 0x49 && bytes[at + 1] === 0x44 && bytes[at + 2] === 0x33) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at + 6, at + 10);
    const footer = (bytes[at + 5] ?? 0) & 0x10 ? 10 : 0;
    at += 10 + (a & 127) * 2_097_152 + (b & 127) * 16_384 + (c & 127) * 128 + (d & 127) + footer;
  }
  return at;
}

function firstOfSeveral(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (followedByFrames(bytes, at)) return at;
  }
  return undefined;
}

function followedByFrames(bytes: Uint8Array, from: number): boolean {
  let at = from;
  for (let count = 0; count < leastFrames; count += 1) {
    const frame = frameAt(bytes, at);
    if (!frame) return false;
    at += frame.bytes;
  }
  return true;
}

function frameAt(bytes: Uint8Array, at: number): Frame | undefined {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return undefined;
  const version = (second >> 3) & 3;
  const sampleRate = sampleRates[(third >> 2) & 3];
  const rates = version === 3 ? bitRates[1] : bitRates[2];
  const kilobits = rates[third >> 4];
  // Version 1 is reserved; a rate of 0 would leave the frame's length open.
  if (version === 1 || sampleRate === undefined || !kilobits) return undefined;
  const rate = version === 3 ? sampleRate : version === 2 ? sampleRate / 2 : sampleRate / 4;
  const samples = version === 3 ? 1152 : 576;
  const padding = (third >> 1) & 1;
  const length = Math.floor((samples * kilobits * 125) / rate) + padding;
  return { bytes: length, seconds: samples / rate };
}
