/**
 * What waits to be written: first parts of texts that were begun or refused as one too many, then
 * answers to inbound texts, then texts of campaigns as they came, which is in fair turns already
 * (fair-room.ts).
 */
import type { Sender } from '../fair-turns.ts';

export interface Send<Job> {
  job: Job;
  part: number;
}

export interface SendQueue<Job> {
  add(send: Send<Job>): void;
  putFirst(sends: readonly Send<Job>[]): void;
  /** Whose turn it is; it stays until it is taken. */
  next(): Send<Job> | undefined;
  /** What `next` answers is written, or not wanted any more. */
  take(): void;
  drop(job: Job): void;
  jobs(): Job[];
  isEmpty(): boolean;
}

export function createSendQueue<Job extends { sender: Sender | undefined }>(): SendQueue<Job> {
  let first: Send<Job>[] = [];
  let answers: Send<Job>[] = [];
  let texts: Send<Job>[] = [];
  const head = () => [first, answers, texts].find((line) => line.length > 0);

  return {
    add(send) {
      if (send.job.sender) texts.push(send);
      else answers.push(send);
    },
    putFirst(sends) {
      first = [...sends, ...first];
    },
    next: () => head()?.[0],
    take: () => void head()?.shift(),
    drop(job) {
      const isOther = (send: Send<Job>) => send.job !== job;
      first = first.filter(isOther);
      answers = answers.filter(isOther);
      texts = texts.filter(isOther);
    },
    jobs: () => [...new Set([...first, ...answers, ...texts].map(({ job }) => job))],
    isEmpty: () => head() === undefined,
  };
}
