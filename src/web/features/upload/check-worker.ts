/** The thread that counts the rows of a file. */
import { type Checked, type CheckGiven, checkRows } from './check-rows.ts';

export type CheckMessage =
  | { kind: 'share'; share: number }
  | { kind: 'done'; checked: Checked }
  | { kind: 'failed'; message: string };

const say = (message: CheckMessage) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<CheckGiven>) => {
  checkRows(data, (share) => say({ kind: 'share', share })).then(
    (checked) => say({ kind: 'done', checked }),
    (error) => say({ kind: 'failed', message: String(error) }),
  );
});
