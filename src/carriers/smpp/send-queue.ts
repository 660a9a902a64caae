/**
 * Parts that wait to be written: first those of begun or throttled texts, then auto-replies, then
 * texts of campaigns in order of arrival, which is already fair (fair-room.ts).
 */
import type { Sender } from '../fair-turns.ts';

export interface Send<Job> {
  job: Job;
  part: number;
}

export interface SendQueue<Job> {
  add(send: Send<Job>): void;
  putFirst(sends: readonly Send<Job>[]): void;
  /** Returns the next part, and leaves it in the queue until `take`. */
  next(): Send<Job> | undefined;
  /** Removes the part that `next` returns: it is written, or no longer wanted. */
  take(): void;
  drop(job: Job): void;
  jobs(): Job[];
  isEmpty(): boolean;
}

export function createSendQueue<Job extends { sender: Sender | undefined }>(): SendQueue<Job> {
  let first: Send<Job>[] = [];
  let replies: Send<Job>[] = [];
  let texts: Send<Job>[] = [];
  const head = () => [first, replies, texts].find((line) => line.length > 0);

  return {
    add(send) {
      if (send.job.sender) texts.push(send);
      else replies.push(send);
    },
    putFirst(sends) {
      first = [...sends, ...first];
    },
    next: () => head()?.[0],
    take: () => void head()?.shift(),
    drop(job) {
      const isOther = (send: Send<Job>) => send.job !== job;
      first = first.filter(isOther);
      replies = replies.filter(isOther);
      texts = texts.filter(isOther);
    },
    jobs: () => [...new Set([...first, ...replies, ...texts].map(({ job }) => job))],
    isEmpty: () => head() === undefined,
  };
}
