import type { Checked, CheckGiven } from './check-rows.ts';
import type { CheckMessage } from './check-worker.ts';

/** Reads the whole file in a thread of its own, so that the page stays quick. */
export function checkInWorker(
  given: CheckGiven,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<Checked> {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
  const work = new Promise<Checked>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CheckMessage>) => {
      if (data.kind === 'share') onShare(data.share);
      else if (data.kind === 'done') resolve(data.checked);
      else reject(new Error(data.message));
    };
    worker.onerror = () => reject(new Error('The rows could not be counted.'));
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(given);
  });
  return work.finally(() => worker.terminate());
}
