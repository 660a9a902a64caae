/**
 * How many calls in a row failed at the trunk, in the order in which they were placed. A call that
 * was placed later and shows life ends the row, whichever of them ends first. Pure.
 */

/** Failures in a row that stop a campaign. */
export const trunkLimit = 20;

/** `unknown`: no outcome, or we ended it before anything came back. */
export type CallFate = 'failed' | 'lived' | 'unknown';

export interface TrunkRow {
  placed(id: string): void;
  /** Something came back of it, such as ringing; its end may still say that the trunk failed. */
  lives(id: string): void;
  ended(id: string, fate: CallFate): void;
  failures(): number;
  /** Calls of which nothing came back yet. */
  open(): string[];
}

/** @param before failures that an earlier engine counted */
export function createTrunkRow(before = 0): TrunkRow {
  const calls = new Map<string, { index: number; lives: boolean }>();
  let failed: number[] = Array.from({ length: before }, () => 0);
  let index = 0;
  let newestLife = -1;

  function lived(at: number): void {
    newestLife = Math.max(newestLife, at);
    failed = failed.filter((one) => one > newestLife);
  }

  return {
    placed(id) {
      index += 1;
      calls.set(id, { index, lives: false });
    },
    lives(id) {
      const call = calls.get(id);
      if (call) call.lives = true;
    },
    ended(id, fate) {
      const call = calls.get(id);
      if (!call) return;
      calls.delete(id);
      if (fate === 'lived' || (fate === 'unknown' && call.lives)) lived(call.index);
      else if (fate === 'failed' && call.index > newestLife) failed.push(call.index);
    },
    failures() {
      if (failed.length === 0) return 0;
      let newest = newestLife;
      for (const { index: at, lives } of calls.values()) if (lives && at > newest) newest = at;
      return failed.filter((at) => at > newest).length;
    },
    open: () => [...calls].filter(([, { lives }]) => !lives).map(([id]) => id),
  };
}

/**
 * How many calls may be placed now, so that no more than the limit can fail in a row: the last one
 * goes alone, when all others have ended. If the trunk is found silent meanwhile, the campaign
 * waits for it with that one left.
 *
 * @param open calls of which nothing came back yet
 */
export function roomAtTrunk(failures: number, open: number): number {
  const bulk = trunkLimit - 1 - failures - open;
  if (bulk > 0) return bulk;
  return failures === trunkLimit - 1 && open === 0 ? 1 : 0;
}
