/**
 * Requests sounds so that they are made while the carrier finds out who answered. A failure does
 * not matter: the carrier fetches them itself when they are played.
 */
export function prepareSounds(addresses: readonly string[] = []): void {
  for (const address of addresses) void head(address, longestWait);
}

/** Has the values that sounds speak spoken before their call is placed. */
export interface SoundsAhead {
  /**
   * Resolves when they are spoken, or cannot be for now: the call then goes on as without it. Never
   * rejects.
   */
  prepare(addresses: readonly string[]): Promise<void>;
}

const longestWait = 10_000;
/** For all campaigns of a carrier: calls and previews are spoken for before these. */
const mostAtOnce = 8;
/** What the API understands as "not for a call yet". */
const aheadQuery = '?ahead=1';

export function createSoundsAhead(request = head): SoundsAhead {
  const waiting: (() => void)[] = [];
  let atWork = 0;

  async function turn(address: string): Promise<void> {
    if (atWork >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    atWork += 1;
    try {
      await request(`${address}${aheadQuery}`, longestWait);
    } finally {
      atWork -= 1;
      waiting.shift()?.();
    }
  }

  return {
    async prepare(addresses) {
      await Promise.all(addresses.map(turn));
    },
  };
}

async function head(address: string, patienceMs: number): Promise<void> {
  const options = { method: 'HEAD', signal: AbortSignal.timeout(patienceMs) };
  await fetch(address, options).catch(() => {});
}
