/** The speech engine sherpa-onnx, in a process of its own. */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AwayError, type Speaker } from '#domain/speech/speaker.ts';
import { startSandboxed } from '#sandbox/sandbox.ts';
import type { SherpaAnswer, SherpaRequest } from './sherpa-process.ts';
import { readVoiceFolder, type SherpaConfig } from './voice-folder.ts';

export interface SherpaOptions {
  /** As the operator calls the engine. */
  name: string;
  folder: string;
  /** Milliseconds for one text, and for loading a model. */
  timeout?: number;
  loading?: number;
  /** Milliseconds without work after which the process and the model's memory are given back. */
  idle?: number;
}

const program = fileURLToPath(new URL('./sherpa-process.ts', import.meta.url));

/**
 * Loads the voice when it is first needed, after its files were checked, and again after the process died.
 * A text that is not wanted any more ends the process: it cannot be interrupted.
 *
 * @throws AwayError from `speak` when the folder, the package or the process fails
 */
export function sherpaSpeaker({
  name,
  folder,
  timeout = 20_000,
  loading = 60_000,
  idle = 300_000,
}: SherpaOptions): Speaker {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let rest: NodeJS.Timeout | undefined;
  let closed = false;

  const refuseClosed = () => {
    if (closed) throw new Error('The voice was closed.');
  };
  const end = () => {
    clearTimeout(rest);
    child?.kill('SIGKILL');
    child = undefined;
  };

  async function started(signal: AbortSignal | undefined): Promise<ChildProcess> {
    if (child?.connected) return child;
    const config = await readVoiceFolder(folder);
    const made = await startSandboxed(program, {
      packages: ['sherpa-onnx-node'],
      folders: [folder],
    });
    // Nobody would end it: it was closed while the folder was read.
    if (closed) made.kill('SIGKILL');
    refuseClosed();
    child = made;
    const answered = await answerOf(made, config, { timeout: loading, signal });
    if ('problem' in answered && !answered.missing) {
      const advice = 'Check the family and the files in voice.json.';
      throw new Error(`sherpa-onnx could not load the voice: ${answered.problem} ${advice}`);
    }
    if (!('ready' in answered)) throw new Error(problemOf(answered));
    return made;
  }

  async function speakNow(request: SherpaRequest, signal: AbortSignal | undefined) {
    clearTimeout(rest);
    signal?.throwIfAborted();
    try {
      refuseClosed();
      const answered = await answerOf(await started(signal), request, { timeout, signal });
      if (!('samples' in answered)) throw new Error(problemOf(answered));
      // Every text has a letter or a digit: this is the voice's fault, and another one can speak it.
      if (answered.samples.length === 0) throw new Error('The voice spoke only silence.');
      rest = setTimeout(end, idle).unref();
      child?.unref();
      child?.channel?.unref();
      return answered.samples;
    } catch (cause) {
      end();
      if (signal?.aborted) throw signal.reason;
      throw new AwayError(name, { cause });
    }
  }

  return {
    async speak(text, { engineName }, turn) {
      const request = { text, speaker: Number(engineName) || 0 };
      const spoken = last.then(() => speakNow(request, turn?.signal));
      last = spoken.catch(() => {});
      return spoken;
    },
    /** At once: a text in progress, and those that wait, are away. */
    async close() {
      closed = true;
      end();
      await last;
    },
  };
}

function problemOf(answered: SherpaAnswer): string {
  if (!('problem' in answered)) return 'The process answered something else.';
  if (!answered.missing) return answered.problem;
  return 'The npm package sherpa-onnx-node is not installed.';
}

interface Patience {
  timeout: number;
  signal: AbortSignal | undefined;
}

function answerOf(
  child: ChildProcess,
  message: SherpaConfig | SherpaRequest,
  { timeout, signal }: Patience,
): Promise<SherpaAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<SherpaAnswer>();
  const timer = setTimeout(() => reject(new Error('It took too long.')), timeout);
  // A model that is damaged, or of another family, may end the process that loads it.
  const onExit = (code: number | null, ended: string | null) =>
    resolve({ problem: `Its process ended with ${ended ?? code}.` });
  const onAbort = () => reject(signal?.reason);
  child.once('message', resolve).once('exit', onExit).once('error', reject);
  signal?.addEventListener('abort', onAbort);
  child.ref();
  child.channel?.ref();
  child.send(message, (error) => error && reject(error));
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', onExit).off('error', reject);
    signal?.removeEventListener('abort', onAbort);
  });
}
