/**
 * The process in which one sound file is read: whatever the file does to it, the server goes on.
 * Its third descriptor is the file; it sends one message and ends.
 */
import { fstatSync, readSync } from 'node:fs';
import { type SoundFault, SoundFileError } from '#domain/sound/sound-file.ts';
import { telephoneSoundOf } from '#domain/sound/telephone-sound.ts';
import { dropRights } from '#sandbox/drop-rights.ts';
import { decoder, decodeSoundFile } from './decode.ts';

/** `problem` is for the log. */
export type DecodeResult = { samples: Int16Array } | { kind: SoundFault; problem: string };

const fileDescriptor = 3;
/** A file of 120 MiB and its sound need about 450 MB. */
const mostMemory = 900 * 1024 * 1024;

const watch = setInterval(() => {
  if (process.memoryUsage.rss() > mostMemory) process.kill(process.pid, 'SIGKILL');
}, 50);

/** From its beginning, wherever the descriptor stands. */
function wholeFile(): Buffer {
  const bytes = Buffer.alloc(fstatSync(fileDescriptor).size);
  let at = 0;
  for (let read = -1; read !== 0 && at < bytes.length; at += read) {
    read = readSync(fileDescriptor, bytes, at, bytes.length - at, at);
  }
  return bytes.subarray(0, at);
}

async function decodeWhole(): Promise<DecodeResult> {
  try {
    const { samples, sampleRate } = await decodeSoundFile(wholeFile());
    const sound = telephoneSoundOf(samples, sampleRate);
    if (sound.length === 0) throw new SoundFileError('silent');
    return { samples: sound };
  } catch (error) {
    const kind = error instanceof SoundFileError ? error.kind : 'broken';
    const cause = error instanceof Error ? error.cause : undefined;
    return { kind, problem: String(cause ?? error) };
  }
}

// Loaded first: its machine code cannot be read any more without rights. A machine without it still
// reads WAV files.
await decoder().catch(() => {});
dropRights();
const result = await decodeWhole();
clearInterval(watch);
process.send?.(result, () => process.disconnect());
