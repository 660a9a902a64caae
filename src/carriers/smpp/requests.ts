/** Requests of a session that wait for their answers. */
import { answerTo, command, type Pdu } from './pdu.ts';

/** Called with the answer, or with nothing when there will be none. */
export type Settle = (answer: Pdu | undefined) => void;

export interface Requests {
  /**
   * @param deadline on `performance.now()`: the answer is waited for until then
   * @returns its sequence number
   */
  add(command: number, deadline: number, settle: Settle): number;
  /** Whether one was not answered in time. */
  isLate(now: number): boolean;
  /** `settle` is called at once: what stands behind the answer comes after it. */
  settle(answer: Pdu): void;
  /** None of them will be answered. */
  giveUp(): void;
}

interface Pending {
  command: number;
  deadline: number;
  settle: Settle;
}

export function createRequests(): Requests {
  const pending = new Map<number, Pending>();
  let sequence = 0;

  return {
    add(id, deadline, settle) {
      sequence = (sequence % 0x7fffffff) + 1;
      pending.set(sequence, { command: id, deadline, settle });
      return sequence;
    },
    isLate(now) {
      const [oldest] = pending.values();
      return oldest !== undefined && now >= oldest.deadline;
    },
    settle(pdu) {
      const asked = pending.get(pdu.sequence);
      // Late, twice or never asked for: nothing waits for it.
      if (!asked) return;
      if (pdu.command !== answerTo(asked.command) && pdu.command !== command.genericNack) return;
      pending.delete(pdu.sequence);
      asked.settle(pdu);
    },
    giveUp() {
      const open = [...pending.values()];
      pending.clear();
      for (const one of open) one.settle(undefined);
    },
  };
}
