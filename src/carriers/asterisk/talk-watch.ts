/**
 * Ends a talk from which all sound has gone: both sides have vanished, and something between them still
 * answers for them. One side alone may be silent for long: muted, on hold, or saving its packets.
 */
import { z } from 'zod';
import { AriLost } from './ari-link.ts';
import type { AsteriskNode } from './node.ts';

/** Milliseconds: with the pace of the looks a talk ends within a minute. */
const longestSilence = 45_000;
const lookEvery = 5_000;

const statistics = z.object({ rxcount: z.number() });

/**
 * @param channels of both sides
 * @param onSilent once, when sound had come in and none has for 45 seconds, from either of them
 * @param now milliseconds that never go back
 * @returns to be called when the talk is over
 */
export function watchTalk(
  node: Pick<AsteriskNode, 'ask'>,
  channels: readonly string[],
  onSilent: () => void,
  now: () => number = () => performance.now(),
): () => void {
  let packets = 0;
  let heardAt = now();

  /** What cannot be learned counts as sound. */
  async function look(): Promise<void> {
    const counts = await Promise.all(channels.map(packetsOf));
    const known = counts.every((count) => count !== undefined);
    const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    if (!known || total !== packets || total === 0) heardAt = now();
    packets = total;
    if (now() - heardAt < longestSilence) return;
    clearInterval(looks);
    onSilent();
  }

  async function packetsOf(channel: string): Promise<number | undefined> {
    try {
      const path = `channels/${encodeURIComponent(channel)}/rtp_statistics`;
      const { body } = await node.ask('GET', path);
      return statistics.safeParse(body).data?.rxcount;
    } catch (error) {
      if (!(error instanceof AriLost)) throw error;
      return undefined;
    }
  }

  const looks = setInterval(() => void look(), lookEvery);
  return () => clearInterval(looks);
}
