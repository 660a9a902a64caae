/** Begins a call in Asterisk. Asterisk refuses a second channel with the same id. */

import { z } from 'zod';
import type { Note } from '#contract/note.ts';
import { realMs } from '#domain/milliseconds.ts';
import type { Placement } from '../port.ts';
import { AriLost, type AriResponse } from './ari-link.ts';
import type { ShownCaller } from './caller-id.ts';
import type { AsteriskNode, ChannelOwner } from './node.ts';
import { appVariable } from './reconcile.ts';

export interface Origination {
  channelId: string;
  endpoint: string;
  shown: ShownCaller;
  /** How long it rings, in seconds. */
  ringSeconds: number;
  /** An argument of StasisStart when somebody answers. */
  as: 'customer' | 'agent' | 'recording';
  /** Seconds after which Asterisk ends the call by itself if no engine comes back. */
  longest: number;
  /** The channel that this one belongs to. */
  originator?: string;
}

/** By then Asterisk has surely handled a request without a response. */
const verifyAfter = realMs(2_000);
const notConnected: Placement = {
  kind: 'rejected',
  note: { code: 'not_connected' },
  retryable: true,
};
const problem = z.object({ message: z.string() });

/** `owner` gets every event from the first on; a rejected call is disowned again. */
export async function originate(
  node: AsteriskNode,
  wish: Origination,
  owner: ChannelOwner,
): Promise<Placement> {
  const { channelId, endpoint, shown, ringSeconds, as, longest, originator } = wish;
  // While the app is disconnected, Asterisk accepts a call and drops it silently.
  if (!node.isReady()) return notConnected;
  node.own(channelId, owner);
  const query = {
    ...{ endpoint, app: node.app, appArgs: as, channelId, timeout: ringSeconds },
    ...{ callerId: shown.callerId, originator },
  };
  const variables = {
    ...shown.variables,
    [appVariable]: node.app,
    'TIMEOUT(absolute)': String(longest),
  };
  const placement = await node
    .ask('POST', 'channels', query, { variables })
    .then(placementOf, (error: unknown): Placement => {
      if (!(error instanceof AriLost)) throw error;
      return error.written ? { kind: 'unknown', note: error.note } : notConnected;
    });
  if (placement.kind === 'rejected') node.disown(channelId);
  if (placement.kind === 'unknown') setTimeout(() => verify(node, channelId, owner), verifyAfter);
  return placement;
}

/** Reports a missing channel to its owner. Without a response, the next comparison will. */
export function verify(node: AsteriskNode, channelId: string, owner: ChannelOwner): void {
  node.ask('GET', `channels/${encodeURIComponent(channelId)}`).then(
    ({ status }) => {
      if (status === 404) owner.lost();
    },
    (error: unknown) => {
      if (!(error instanceof AriLost)) throw error;
    },
  );
}

function placementOf({ status, body }: AriResponse): Placement {
  if (status < 300) return { kind: 'accepted' };
  const why = problem.safeParse(body);
  const note: Note = {
    ...{ code: 'responded_with', system: 'Asterisk', http: status },
    ...(why.success && { said: why.data.message }),
  };
  // 409: a channel with this id exists. 5xx: nobody knows how far the request got.
  if (status === 409 || status >= 500) return { kind: 'unknown', note };
  return { kind: 'rejected', note, retryable: false, trunk: 'refused' };
}
