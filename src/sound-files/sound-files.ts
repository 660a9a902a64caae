/** Uploaded sound files, each read in a process that is killed when it takes too long. */
import { fileURLToPath } from 'node:url';
import { SoundFileError, type SoundFiles } from '#domain/sound/sound-file.ts';
import { startSandboxed } from '#sandbox/sandbox.ts';
import type { DecodeResult } from './decode-process.ts';

export interface SoundFileOptions {
  /** Milliseconds for one file; 5 minutes of MP3 take about 1,500. */
  timeout?: number;
}

/** Files that are read at the same time; the others wait. Each may take a core and 450 MB. */
const atOnce = 2;

const program = fileURLToPath(new URL('./decode-process.ts', import.meta.url));

export function soundFileReader({ timeout = 60_000 }: SoundFileOptions = {}): SoundFiles {
  const turns = Array.from({ length: atOnce }, () => Promise.resolve());
  let next = 0;
  return {
    read(file) {
      const turn = next % atOnce;
      next += 1;
      const result = (turns[turn] ?? Promise.resolve()).then(() => readNow(file, timeout));
      turns[turn] = result.then(
        () => {},
        () => {},
      );
      return result;
    },
  };
}

async function readNow(file: number, timeout: number): Promise<Int16Array> {
  const result = await decode(file, timeout);
  if ('samples' in result) return result.samples;
  throw new SoundFileError(result.kind, { cause: result.problem });
}

async function decode(file: number, timeout: number): Promise<DecodeResult> {
  const child = await startSandboxed(program, {
    ...{ file, timeout },
    packages: ['@napi-rs/whisper'],
  });
  return new Promise((resolve, reject) => {
    let result: DecodeResult | undefined;
    child.on('message', (message: DecodeResult) => {
      result = message;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (result) return resolve(result);
      const cause = `the process ended with ${signal ?? code}`;
      reject(new SoundFileError('broken', { cause }));
    });
  });
}
