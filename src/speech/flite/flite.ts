/** The speech engine Flite, compiled to WebAssembly, in a thread of its own. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Speaker, SpeechError } from '#domain/speech/speaker.ts';
import type { SpeechRequest, SpeechResult } from './flite-worker.ts';

export interface FliteOptions {
  /** Milliseconds for one text. A piece of speaker-pool.ts takes some hundred. */
  timeout?: number;
  /** Milliseconds without work after which the thread and its memory are given back. */
  idle?: number;
}

/** A speaker with one thread, started when it is first needed and again after it died. */
export function fliteSpeaker({ timeout = 10_000, idle = 60_000 }: FliteOptions = {}): Speaker {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let rest: NodeJS.Timeout | undefined;

  const end = async () => {
    clearTimeout(rest);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const speakNow = async (request: SpeechRequest) => {
    clearTimeout(rest);
    worker ??= await startedWorker();
    const result = await resultOf(worker, request, timeout).catch(async (error) => {
      await end();
      throw error;
    });
    rest = setTimeout(end, idle).unref();
    worker?.unref();
    return samplesOf(result);
  };
  return {
    speak(text, { engineName }) {
      const spoken = last.then(() => speakNow({ text, voice: engineName }));
      last = spoken.catch(() => {});
      return spoken;
    },
    async close() {
      await last;
      await end();
    },
  };
}

/** A thread that has read the engine: what a text may take does not include that. */
async function startedWorker(): Promise<Worker> {
  const worker = new Worker(new URL('./flite-worker.ts', import.meta.url));
  await once(worker, 'message');
  return worker;
}

function resultOf(worker: Worker, request: SpeechRequest, timeout: number): Promise<SpeechResult> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      settle(() => reject(new SpeechError({ code: 'speech_too_slow' })));
    }, timeout);
    const onMessage = (result: SpeechResult) => settle(() => resolve(result));
    const onError = (cause: Error) => {
      settle(() => reject(new Error('The speech engine stopped unexpectedly.', { cause })));
    };
    const onExit = () => onError(new Error('Its thread ended.'));
    const settle = (done: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      done();
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.ref();
    worker.postMessage(request);
  });
}

function samplesOf(result: SpeechResult): Int16Array {
  if ('problem' in result) {
    throw new SpeechError({ code: 'speech_failed' }, { cause: result.problem });
  }
  if (result.samples.length === 0) throw new SpeechError({ code: 'nothing_to_speak' });
  return result.samples;
}
