/** Requests of a session that wait for their responses. */
import { command, type Pdu, responseTo } from './pdu.ts';

/** Called with the response, or with undefined when there will be none. */
export type Settle = (response: Pdu | undefined) => void;

export interface Requests {
  /**
   * @param deadline how long to wait for the response, on `performance.now()`
   * @returns its sequence number
   */
  add(command: number, deadline: number, settle: Settle): number;
  /** Whether the oldest request is overdue. */
  isLate(now: number): boolean;
  /** Calls `settle` at once, before the PDUs that follow the response are read. */
  settle(response: Pdu): void;
  /** None of them will get a response. */
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
      // Late, repeated or never requested: nothing waits for it.
      if (!asked) return;
      if (pdu.command !== responseTo(asked.command) && pdu.command !== command.genericNack) return;
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
