/**
 * How a carrier keeps texts until they leave: one queue for each number that sends, N a second.
 * What is in a queue at its end never leaves. By the clock that the test passes in.
 */

export interface Queued {
  id: string;
  from: string;
  to: string;
  /** Epoch ms of the test's clock; Infinity: the carrier keeps it as long as it takes. */
  until: number;
}

export type Left = Queued & { at: number };

export type CarrierQueue = ReturnType<typeof carrierQueue>;

export function carrierQueue(now: () => number, perSecond = 1) {
  const lines = new Map<string, { freeAt: number; waiting: (Queued & { queuedAt: number })[] }>();
  const left: Left[] = [];
  const dropped: Queued[] = [];
  const canceled: Queued[] = [];
  const counts = { left: 0, dropped: 0 };

  function move(): void {
    for (const line of lines.values()) {
      for (let head = line.waiting[0]; head; head = line.waiting[0]) {
        const at = Math.max(line.freeAt, head.queuedAt);
        if (at >= head.until) dropped.push(head);
        else if (at <= now()) {
          left.push({ ...head, at });
          line.freeAt = at + 1_000 / perSecond;
        } else break;
        line.waiting.shift();
      }
    }
  }

  return {
    ...{ left, dropped, canceled },
    /** What has left or was dropped since it was asked last. */
    passTime(): { left: Left[]; dropped: Queued[] } {
      const before = { ...counts };
      move();
      Object.assign(counts, { left: left.length, dropped: dropped.length });
      return { left: left.slice(before.left), dropped: dropped.slice(before.dropped) };
    },
    add(message: Queued): void {
      const line = lines.get(message.from) ?? { freeAt: Number.NEGATIVE_INFINITY, waiting: [] };
      lines.set(message.from, line);
      line.waiting.push({ ...message, queuedAt: now() });
    },
    /** Whether it had not left. */
    cancel(id: string): boolean {
      move();
      for (const { waiting } of lines.values()) {
        const at = waiting.findIndex((one) => one.id === id);
        if (at < 0) continue;
        canceled.push(...waiting.splice(at, 1));
        return true;
      }
      return false;
    },
    waiting: () => [...lines.values()].flatMap((line) => line.waiting),
  };
}
