/** Whether an answered channel has sound at all: an answer may hold no codec that was offered. */
import { AriLost } from './ari-link.ts';
import type { AsteriskNode } from './node.ts';

/**
 * False only when Asterisk says for sure that the channel is there and has no RTP. What cannot be
 * learned counts as sound: a call that was answered is then not taken for one that was not.
 *
 * @param endpoint of the settings; only of PJSIP is it known what Asterisk answers
 */
export async function hasSound(
  node: Pick<AsteriskNode, 'ask'>,
  channelId: string,
  endpoint: string,
): Promise<boolean> {
  if (!endpoint.startsWith('PJSIP/')) return true;
  const path = `channels/${encodeURIComponent(channelId)}`;
  try {
    const { status } = await node.ask('GET', `${path}/rtp_statistics`);
    if (status !== 404) return true;
    // A channel that is gone answers the same.
    return (await node.ask('GET', path)).status !== 200;
  } catch (error) {
    if (!(error instanceof AriLost)) throw error;
    return true;
  }
}
