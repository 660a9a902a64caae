/** What happens next with calls and agents: a binary heap, because ten thousand agents have as many. */

import type { PlayedCall } from './adaptive-play.ts';

/**
 * A call is answered, a call without an agent is over, its person asks for one, or meets the one who waits; an agent is
 * free again, or has no customer any more (`ready`); one who was called first waits from now on, or did not pick up
 * (`silent`); a person who asked for an agent to be called is gone (`ended`); `look`: the engine looks whether it may call more.
 */
export type Kind =
  | 'answered'
  | 'over'
  | 'asks'
  | 'met'
  | 'free'
  | 'ready'
  | 'waits'
  | 'silent'
  | 'ended'
  | 'look';

export interface Event {
  at: number;
  kind: Kind;
  /** Of adaptive pacing. */
  call?: PlayedCall | undefined;
  isPerson?: boolean | undefined;
  /** Of `free`: the agent's line stays. */
  stays?: boolean | undefined;
}

export class EventHeap {
  readonly #heap: Event[] = [];

  first(): Event | undefined {
    return this.#heap[0];
  }

  add(event: Event): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(event);
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = heap[above] as Event;
      if (parent.at <= event.at) break;
      heap[index] = parent;
      index = above;
    }
    heap[index] = event;
  }

  /** Removes the first. */
  drop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      const right = heap[child + 1];
      if (right && right.at < (heap[child] as Event).at) child += 1;
      const lower = heap[child] as Event;
      if (lower.at >= last.at) break;
      heap[index] = lower;
      index = child;
    }
    heap[index] = last;
  }
}
