/**
 * Compares the channels of an Asterisk with what is in flight: after an engine was killed, its
 * calls are orphaned, and the people on the line would wait forever.
 */
import type { AriLink } from './ari-link.ts';
import { arrivalOf, bridge, bridgeList, channelList, variable } from './ari-shapes.ts';
import { bridgeIdOf } from './leg-ids.ts';

/** Set on every channel that an engine makes; its dialplan reads it too. */
export const appVariable = 'CARILLON_APP';

/** All channels, ours or not, by id; with the arguments of those that are in the app. */
export type Present = ReadonlyMap<string, readonly string[] | undefined>;

export interface Comparison {
  present: Present;
  /** Channels of this app without an owner; they were hung up. */
  orphans: number;
}

const atOnce = 20;

/** @throws AriLost, or an Error when Asterisk's response is invalid */
export async function compareWithNode(
  link: Pick<AriLink, 'request'>,
  app: string,
  inFlight: { has(channelId: string): boolean },
): Promise<Comparison> {
  const present = await channelsOf(link, app);
  const unowned = [...present.keys()].filter((id) => !inFlight.has(id));
  let orphans = 0;
  for (let first = 0; first < unowned.length; first += atOnce) {
    const some = unowned.slice(first, first + atOnce).map(async (id) => {
      const path = `channels/${encodeURIComponent(id)}`;
      // Other engines and the operator's own calls may share this Asterisk.
      const asked = await link.request('GET', `${path}/variable`, { variable: appVariable });
      const named = variable.safeParse(asked.body);
      if (!named.success || named.data.value !== app) return;
      orphans += 1;
      await link.request('DELETE', path);
    });
    await Promise.all(some);
  }
  await removeBridges(link, app, inFlight);
  return { present, orphans };
}

/** @throws AriLost, or an Error when Asterisk's response is invalid */
export async function channelsOf(link: Pick<AriLink, 'request'>, app: string): Promise<Present> {
  const response = await link.request('GET', 'channels');
  const channels = channelList.parse(response.body);
  return new Map(channels.map((channel) => [channel.id, arrivalOf(channel, app)]));
}

/** The channels that talk in an attempt's bridge; none if there is no bridge. @throws AriLost */
export async function talkersOf(
  link: Pick<AriLink, 'request'>,
  attemptId: string,
): Promise<readonly string[]> {
  const path = `bridges/${encodeURIComponent(bridgeIdOf(attemptId))}`;
  const { status, body } = await link.request('GET', path);
  return (status < 300 && bridge.safeParse(body).data?.channels) || [];
}

/** A bridge has the app's name, and the id of its call with `-bridge`. */
async function removeBridges(
  link: Pick<AriLink, 'request'>,
  app: string,
  inFlight: { has(channelId: string): boolean },
): Promise<void> {
  const response = await link.request('GET', 'bridges');
  for (const { id, name } of bridgeList.parse(response.body)) {
    if (name !== app || inFlight.has(id.replace(/-bridge$/, ''))) continue;
    await link.request('DELETE', `bridges/${encodeURIComponent(id)}`);
  }
}
