/** The tracks of an MP4 or M4A file (ISO 14496-12), without decoding them. */
import { SoundFileError } from './sound-file.ts';

interface Box {
  type: string;
  /** Where its header begins. */
  start: number;
  /** Where its content begins. */
  from: number;
  to: number;
}

const mostBoxes = 10_000;

export function isMp4(bytes: Uint8Array): boolean {
  return typeAt(bytes, 4) === 'ftyp';
}

/**
 * Keeps only the first audio track of a file, by renaming the others in place, because a decoder
 * takes the first track of any kind and that is often a picture.
 *
 * @returns the length in the track's own header, in seconds; 0 when only its parts have it
 * @throws SoundFileError when it has no readable sound
 */
export function keepSoundTrack(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = { from: 0, to: bytes.length };
  const movie = boxesIn(view, whole).find(({ type }) => type === 'moov');
  if (!movie) throw new SoundFileError('broken');
  const tracks = boxesIn(view, movie).filter(({ type }) => type === 'trak');
  const sound = tracks.find((track) => handlerOf(view, track) === 'soun');
  if (!sound) throw new SoundFileError('notSound');
  for (const track of tracks) {
    if (track !== sound) bytes.set([0x66, 0x72, 0x65, 0x65], track.start + 4);
  }
  const codec = firstEntry(view, sound);
  if (codec !== 'mp4a' && codec !== 'alac') throw new SoundFileError('unsupported');
  return secondsOfTrack(view, sound);
}

function boxesIn(view: DataView, { from, to }: { from: number; to: number }): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to && boxes.length < mostBoxes; ) {
    const short = view.getUint32(at);
    const header = short === 1 ? 16 : 8;
    if (at + header > to) break;
    // 0: to the end of the file.
    const size = short === 0 ? to - at : short === 1 ? longSize(view, at + 8) : short;
    if (size < header) break;
    const end = Math.min(at + size, to);
    boxes.push({ type: typeOf(view, at + 4), start: at, from: at + header, to: end });
    at += size;
  }
  return boxes;
}

function longSize(view: DataView, at: number): number {
  return view.getUint32(at) * 4_294_967_296 + view.getUint32(at + 4);
}

function inside(view: DataView, box: Box, ...path: string[]): Box | undefined {
  return path.reduce<Box | undefined>(
    (found, name) => found && boxesIn(view, found).find(({ type }) => type === name),
    box,
  );
}

function handlerOf(view: DataView, track: Box): string | undefined {
  const handler = inside(view, track, 'mdia', 'hdlr');
  return handler && handler.from + 12 <= handler.to ? typeOf(view, handler.from + 8) : undefined;
}

function firstEntry(view: DataView, track: Box): string | undefined {
  const entries = inside(view, track, 'mdia', 'minf', 'stbl', 'stsd');
  return entries && entries.from + 16 <= entries.to ? typeOf(view, entries.from + 12) : undefined;
}

/** The sum of what its samples last. */
function secondsOfTrack(view: DataView, track: Box): number {
  const header = inside(view, track, 'mdia', 'mdhd');
  const times = inside(view, track, 'mdia', 'minf', 'stbl', 'stts');
  if (!header || header.from + 24 > header.to || !times || times.from + 8 > times.to) {
    throw new SoundFileError('broken');
  }
  const scale = view.getUint32(header.from + (view.getUint8(header.from) === 1 ? 20 : 12));
  const count = Math.min(view.getUint32(times.from + 4), (times.to - times.from - 8) / 8);
  let ticks = 0;
  for (let index = 0; index < Math.floor(count); index += 1) {
    const at = times.from + 8 + index * 8;
    ticks += view.getUint32(at) * view.getUint32(at + 4);
  }
  return ticks === 0 ? 0 : ticks / scale;
}

function typeAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function typeOf(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}
