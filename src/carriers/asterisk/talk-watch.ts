/**
 * Ends a conversation without any sound: both sides have vanished, and something between them keeps
 * their legs up. One side alone may be silent for long: muted, on hold, or suppressing silence.
 */
import { z } from 'zod';
import { AriLost } from './ari-link.ts';
import type { AsteriskNode } from './node.ts';

/** Milliseconds: together they end a dead conversation within a minute. */
const longestSilence = 45_000;
const countEvery = 5_000;

const statistics = z.object({ rxcount: z.number() });

/**
 * @param channels of both sides
 * @param onSilent called once, when sound had been received and then none for 45 seconds
 * @param now milliseconds that never decrease
 * @returns stops watching
 */
export function watchTalk(
  node: Pick<AsteriskNode, 'ask'>,
  channels: readonly string[],
  onSilent: () => void,
  now: () => number = () => performance.now(),
): () => void {
  let packets = 0;
  let lastSoundAt = now();

  /** An unknown count counts as sound. */
  async function countPackets(): Promise<void> {
    const received = await Promise.all(channels.map(packetsOf));
    const known = received.every((count) => count !== undefined);
    const total = received.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    if (!known || total !== packets || total === 0) lastSoundAt = now();
    packets = total;
    if (now() - lastSoundAt < longestSilence) return;
    clearInterval(counts);
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

  const counts = setInterval(() => void countPackets(), countEvery);
  return () => clearInterval(counts);
}
