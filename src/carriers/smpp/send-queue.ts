/**
 * What waits to be written: first parts that were begun or refused as one too many, then answers to
 * inbound texts, then texts of campaigns in fair turns.
 */
import { createFairTurns, type Sender } from '../fair-turns.ts';

export interface Send<Job> {
  job: Job;
  part: number;
}

export interface SendQueue<Job> {
  add(send: Send<Job>): void;
  putFirst(sends: readonly Send<Job>[]): void;
  /** Whose turn it is; it stays until it is taken. */
  next(): Send<Job> | undefined;
  /** What `next` answered last is written, or not wanted any more. */
  take(send: Send<Job>): void;
  drop(job: Job): void;
  jobs(): Job[];
  /** Parts that wait. */
  size(): number;
}

interface Line<Job> extends Sender {
  sends: Send<Job>[];
}

export function createSendQueue<Job extends { sender: Sender | undefined }>(): SendQueue<Job> {
  let first: Send<Job>[] = [];
  let answers: Send<Job>[] = [];
  const lines = new Map<string, Line<Job>>();
  const turns = createFairTurns();
  let turn: Line<Job> | undefined;
  let size = 0;

  function lineOf(sender: Sender): Line<Job> {
    const key = `${sender.clientId}-${sender.campaignId}`;
    const known = lines.get(key);
    if (known) return known;
    const { clientId, campaignId } = sender;
    const line = { clientId, campaignId, sends: [] };
    lines.set(key, line);
    return line;
  }

  function forgetEmpty(): void {
    for (const [key, { sends }] of lines) if (sends.length === 0) lines.delete(key);
    turn = undefined;
  }

  const all = () => [...first, ...answers, ...[...lines.values()].flatMap(({ sends }) => sends)];

  return {
    add(send) {
      const { sender } = send.job;
      if (sender) lineOf(sender).sends.push(send);
      else answers.push(send);
      size += 1;
      turn = undefined;
    },
    putFirst(sends) {
      first = [...sends, ...first];
      size += sends.length;
    },
    next() {
      const ahead = first[0] ?? answers[0];
      if (ahead) return ahead;
      turn ??= turns.next([...lines.values()]);
      return turn?.sends[0];
    },
    take(send) {
      size -= 1;
      if (first[0] === send) first.shift();
      else if (answers[0] === send) answers.shift();
      else if (turn?.sends[0] === send) {
        turn.sends.shift();
        turns.charge(turn, 1);
        if (turn.sends.length === 0) forgetEmpty();
        turn = undefined;
      } else throw new Error('it is not its turn');
    },
    drop(job) {
      const isOther = (send: Send<Job>) => send.job !== job;
      first = first.filter(isOther);
      answers = answers.filter(isOther);
      for (const line of lines.values()) line.sends = line.sends.filter(isOther);
      forgetEmpty();
      size = all().length;
    },
    jobs: () => [...new Set(all().map(({ job }) => job))],
    size: () => size,
  };
}
