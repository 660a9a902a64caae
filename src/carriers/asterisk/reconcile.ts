/**
 * What an Asterisk carries, compared with what is in hand: after an engine was killed, calls of its
 * earlier life are led by nobody, and whoever is on the line would wait for ever.
 */
import type { AriLink } from './ari-link.ts';
import { arrivalOf, bridgeList, channelList, variable } from './ari-shapes.ts';

/** Set on every channel that an engine makes; its dialplan reads it too. */
export const appVariable = 'CARILLON_APP';

/** All channels that are there, whosever they are, by id; with what those came that are in the app. */
export type Present = ReadonlyMap<string, readonly string[] | undefined>;

export interface Comparison {
  present: Present;
  /** Channels of this app that nobody leads; they were hung up. */
  orphans: number;
}

const atOnce = 20;

/** @throws AriLost, or an Error when Asterisk answers what it should not */
export async function compareWithNode(
  link: Pick<AriLink, 'request'>,
  app: string,
  inHand: { has(channelId: string): boolean },
): Promise<Comparison> {
  const present = await channelsOf(link, app);
  const strangers = [...present.keys()].filter((id) => !inHand.has(id));
  let orphans = 0;
  for (let first = 0; first < strangers.length; first += atOnce) {
    const some = strangers.slice(first, first + atOnce).map(async (id) => {
      const path = `channels/${encodeURIComponent(id)}`;
      // Other engines, and the operator's own calls, share this Asterisk.
      const asked = await link.request('GET', `${path}/variable`, { variable: appVariable });
      const named = variable.safeParse(asked.body);
      if (!named.success || named.data.value !== app) return;
      orphans += 1;
      await link.request('DELETE', path);
    });
    await Promise.all(some);
  }
  await removeBridges(link, app, inHand);
  return { present, orphans };
}

/** @throws AriLost, or an Error when Asterisk answers what it should not */
export async function channelsOf(link: Pick<AriLink, 'request'>, app: string): Promise<Present> {
  const listed = await link.request('GET', 'channels');
  const channels = channelList.parse(listed.body);
  return new Map(channels.map((channel) => [channel.id, arrivalOf(channel, app)]));
}

/** A bridge bears the app's name, and the id of the call that it was made for with `-bridge`. */
async function removeBridges(
  link: Pick<AriLink, 'request'>,
  app: string,
  inHand: { has(channelId: string): boolean },
): Promise<void> {
  const listed = await link.request('GET', 'bridges');
  for (const { id, name } of bridgeList.parse(listed.body)) {
    if (name !== app || inHand.has(id.replace(/-bridge$/, ''))) continue;
    await link.request('DELETE', `bridges/${encodeURIComponent(id)}`);
  }
}
