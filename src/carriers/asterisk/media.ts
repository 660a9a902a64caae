/** Whether an answered channel has sound: the answer may contain none of the codecs offered. */
import { AriLost } from './ari-link.ts';
import type { AsteriskNode } from './node.ts';

/**
 * False only when Asterisk confirms that the channel exists and has no RTP. In doubt it has sound,
 * so that an answered call never counts as unanswered.
 *
 * @param endpoint of the settings; what Asterisk returns is known for PJSIP only
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
    // Asterisk returns 404 for a channel that is gone, too.
    return (await node.ask('GET', path)).status !== 200;
  } catch (error) {
    if (!(error instanceof AriLost)) throw error;
    return true;
  }
}
