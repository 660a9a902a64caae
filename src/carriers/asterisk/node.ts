/**
 * One Asterisk: its connection, the channels of ours that it carries, and how much it may be asked
 * at once. After every connect, and before anything new is asked, what it carries is compared with
 * what is in hand: events of the time between are not told again.
 */
import type { CarrierLog } from '../kind.ts';
import type { CarrierRandom } from '../port.ts';
import {
  type AriAddress,
  type AriAnswer,
  AriLost,
  type AriMethod,
  type AriQuery,
  openAriLink,
} from './ari-link.ts';
import { type AriEvent, channelOf } from './ari-shapes.ts';
import { compareWithNode } from './reconcile.ts';
import { createSetups } from './setups.ts';

/** Whoever leads a channel. */
export interface ChannelOwner {
  event(event: AriEvent): void;
  /** After a reconnect: it is still there. What was told meanwhile is lost. */
  found(): void;
  /** It is not there any more, or its node has been away for too long. */
  lost(): void;
}

export interface AsteriskNode {
  readonly url: string;
  readonly app: string;
  /** Connected, and compared with what is in hand. */
  isReady(): boolean;
  /** Channels in hand, of the calls that it may hold. */
  load(): number;
  /** Milliseconds until a call may begin; undefined when none may soon. The turn is taken. */
  takeTurn(): number | undefined;
  /** From before a channel is made, so that nothing that is told of it is missed. */
  own(channelId: string, owner: ChannelOwner): void;
  disown(channelId: string): void;
  /** @throws AriLost */
  ask(method: AriMethod, path: string, query?: AriQuery, body?: object): Promise<AriAnswer>;
  /** Where no answer matters: what it would change is told by an event, or by the next compare. */
  tell(method: AriMethod, path: string, query?: AriQuery, body?: object): void;
  /** Ends a channel, whosever it is; while the node is away, as soon as it is back. */
  hangUp(channelId: string): void;
  /** As http: for what is no JSON. */
  readonly address: AriAddress;
  close(): Promise<void>;
}

export interface NodeOptions extends AriAddress {
  log: CarrierLog;
  random: Pick<CarrierRandom, 'next'>;
  setupsPerSecond: number;
  callsAtOnce: number;
  /** Milliseconds that a node may be away before its calls count as lost. */
  patience: number;
}

/** ARI tells of every variable and every step in the dialplan; nobody reads them. */
const filter = { disallowed: [{ type: 'ChannelVarset' }, { type: 'ChannelDialplan' }] };

export function openNode(options: NodeOptions): AsteriskNode {
  const { url, app, log, callsAtOnce } = options;
  const owners = new Map<string, ChannelOwner>();
  const setups = createSetups(options.setupsPerSecond);
  /** Channels to be ended that may be there when the node is back. */
  const unwanted = new Set<string>();
  let giveUp: NodeJS.Timeout | undefined;

  const link = openAriLink({
    ...options,
    async onConnect() {
      await link.request('PUT', `applications/${app}/eventFilter`, {}, filter);
      const { present, orphans } = await compareWithNode(link, app, owners);
      clearTimeout(giveUp);
      giveUp = undefined;
      if (orphans > 0) log.warn({ node: url, orphans }, 'calls that nobody leads were ended');
      for (const id of [...unwanted].filter((one) => present.has(one))) endChannel(id);
      unwanted.clear();
      for (const [id, owner] of [...owners]) {
        if (present.has(id)) owner.found();
        else owner.lost();
      }
    },
    onEvent(event) {
      const id = channelOf(event);
      const owner = id === undefined ? undefined : owners.get(id);
      if (owner) owner.event(event);
      // An originate whose answer was lost may come true late: nobody leads that call.
      else if (event.type === 'StasisStart' && id !== undefined) endChannel(id);
    },
    onLoss() {
      giveUp = setTimeout(() => {
        log.error({ node: url, calls: owners.size }, 'Asterisk stays away: its calls are lost');
        for (const owner of [...owners.values()]) owner.lost();
      }, options.patience);
    },
  });

  const node: AsteriskNode = {
    url,
    app,
    isReady: link.isUp,
    load: () => owners.size / callsAtOnce,
    takeTurn: () => (owners.size < callsAtOnce ? setups.take() : undefined),
    own: (id, owner) => void owners.set(id, owner),
    disown: (id) => void owners.delete(id),
    ask: link.request,
    tell(method, path, query, body) {
      link.request(method, path, query, body).then(
        ({ status, body: answer }) => {
          if (status >= 400 && status !== 404 && status !== 409) {
            log.warn({ node: url, method, path, status, answer }, 'Asterisk refused a request');
          }
        },
        (error: unknown) => {
          if (!(error instanceof AriLost)) throw error;
        },
      );
    },
    hangUp(id) {
      if (link.isUp()) endChannel(id);
      else unwanted.add(id);
    },
    address: options,
    async close() {
      clearTimeout(giveUp);
      await link.close();
    },
  };
  const endChannel = (id: string) => node.tell('DELETE', `channels/${encodeURIComponent(id)}`);
  return node;
}
