/** The client of a speech server. Nothing that it answers is trusted: neither type, nor size, nor time. */
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SoundFault, SoundFileError } from '#domain/sound/sound-file.ts';
import { telephoneSoundOf } from '#domain/sound/telephone-sound.ts';
import { isWav, readWavFile } from '#domain/sound/wav-file.ts';
import { AwayError, type Speaker } from '#domain/speech/speaker.ts';
import { addressFault, postToService, ServiceError } from '#service-request.ts';
import type { SpeechTools } from '../kind.ts';

export interface ServerSettings {
  address: string;
  /** It may be on this machine or in a private network. */
  private: boolean;
  /** '' for none. */
  key: string;
  model: string;
  format: 'wav' | 'mp3' | 'pcm';
}

export interface ServerLimits {
  /** Milliseconds for one text of about 20 seconds of speech. */
  timeout?: number;
  /** The same while a person on the telephone waits: a value that comes later is left out. */
  callTimeout?: number;
  /** Bytes of one answer: 20 seconds are 2 MB at 48 kHz. */
  mostBytes?: number;
}

/** As the OpenAI API documents its format "pcm". */
const pcmRate = 24_000;

/**
 * @throws AwayError from `speak` when the server cannot be reached, refuses, is too slow, or answers
 * with something other than sound, or with silence; the message of its cause is for the operator
 */
export function speechServer(
  name: string,
  { address, private: isPrivate, key, model, format }: ServerSettings,
  { soundFiles }: SpeechTools,
  { timeout = 20_000, callTimeout = 2_000, mostBytes = 16 * 2 ** 20 }: ServerLimits = {},
): Speaker {
  const url = `${address.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/audio/speech`;
  const away = (cause: unknown) => new AwayError(name, { cause });

  async function asked(
    text: string,
    voice: string,
    { within, signal }: { within: number; signal: AbortSignal | undefined },
  ): Promise<Uint8Array> {
    // Also what was stored by a version that did not look.
    const fault = addressFault(address, isPrivate);
    if (fault !== undefined) throw new Error(fault);
    const { status, bytes } = await postToService({
      ...{ url, private: isPrivate, within, signal, most: mostBytes },
      headers: key === '' ? {} : { authorization: `Bearer ${key}` },
      body: JSON.stringify({ model, input: text, voice, response_format: format }),
    }).catch((error: unknown) => {
      throw sayable(error, mostBytes);
    });
    if (status < 200 || status > 299) {
      throw new Error(`The server responded with the status ${status}.`);
    }
    return bytes;
  }

  async function soundOf(bytes: Uint8Array): Promise<Int16Array> {
    if (isWav(bytes)) {
      const { samples, sampleRate } = readWavFile(bytes);
      return telephoneSoundOf(samples, sampleRate);
    }
    if (format === 'pcm') return telephoneSoundOf(pcmSamples(bytes), pcmRate);
    return inFile(bytes, (file) => soundFiles.read(file));
  }

  return {
    async speak(text, { engineName }, turn) {
      const within = turn?.forCall ? Math.min(timeout, callTimeout) : timeout;
      return asked(text, engineName, { within, signal: turn?.signal })
        .then(soundOf)
        .then(refuseSilence)
        .catch((error: unknown) => {
          if (turn?.signal?.aborted) throw turn.signal.reason;
          throw away(error instanceof SoundFileError ? unreadable(error) : error);
        });
    },
    async close() {},
  };
}

/** In a sentence for the operator, where the error itself has none. */
function sayable(error: unknown, most: number): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.code === 'too_large') return new Error(`The answer has more than ${most} bytes.`);
  if (error.code === 'timeout') return new Error('The server did not answer in time.');
  if (error.code === 'private_address') {
    return new Error(
      'The name of the server leads to this machine or a private network. Add it with --private if it is there.',
    );
  }
  if (error.code === 'public_address') {
    return new Error(
      'The name of the server leads out of this machine and its private networks, where texts are sent by https:// only.',
    );
  }
  const { message = '', code } = (error.cause ?? {}) as NodeJS.ErrnoException;
  // Node says "aborted" of a connection that ends inside of an answer.
  if (message === 'aborted' || error.cause === undefined) {
    return new Error('The server broke off its answer.', { cause: error });
  }
  return new Error(`The server cannot be reached (${code ?? message}).`, { cause: error });
}

/** Every text that is sent has a letter or a digit. */
function refuseSilence(samples: Int16Array): Int16Array {
  if (samples.length > 0) return samples;
  throw new Error('The server answered with silence.');
}

const soundFaults: Partial<Record<SoundFault, string>> = {
  notSound: 'The server answered with something that is no sound.',
  silent: 'The server answered with silence.',
  cutOff: 'The sound that the server answered with is cut off before its end.',
  noDecoder: 'This machine reads only WAV. Add the engine with --format=wav.',
};

function unreadable(error: SoundFileError): Error {
  const sentence = soundFaults[error.kind] ?? 'The sound that the server answered with is broken.';
  return new Error(sentence, { cause: error });
}

function pcmSamples(bytes: Uint8Array): Float32Array {
  // An error as JSON, or half a sample, is no sound.
  if (bytes.length % 2 === 1 || bytes[0] === 0x7b) throw new SoundFileError('broken');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from(
    { length: bytes.length / 2 },
    (_, at) => view.getInt16(at * 2, true) / 32_768,
  );
}

/** Decoders read a file; it is gone before they begin, and only its handle is left. */
async function inFile<T>(bytes: Uint8Array, work: (file: number) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-speech-'));
  const path = join(folder, 'sound');
  await writeFile(path, bytes, { mode: 0o600 });
  const file = await open(path);
  await rm(folder, { recursive: true });
  try {
    return await work(file.fd);
  } finally {
    await file.close();
  }
}
