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
  AriLink,
  AriLost,
  type AriMethod,
  type AriQuery,
} from './ari-link.ts';
import { type AriEvent, channelOf } from './ari-shapes.ts';
import { channelsOf, compareWithNode } from './reconcile.ts';
import { createSetups } from './setups.ts';
import { watchTrunk } from './trunk.ts';

/** Whoever leads a channel. */
export interface ChannelOwner {
  event(event: AriEvent): void;
  /**
   * It is there.
   *
   * @param arrival with what it came to the app, when it is there: that may not have been told
   * @param again after a reconnect: what was told meanwhile is lost
   */
  found(arrival: readonly string[] | undefined, again: boolean): void;
  /** It is not there any more, or its node has been away for too long. */
  lost(): void;
}

export interface AsteriskNode {
  readonly url: string;
  readonly app: string;
  /** Connected, and compared with what is in hand. */
  isReady(): boolean;
  /** Ready, and its trunk is not known to be silent: a call may begin. */
  takesCalls(): boolean;
  /** The trunk is known not to answer. */
  isTrunkSilent(): boolean;
  /** Channels in hand, and calls that wait for their turn, of the calls that it may hold. */
  load(): number;
  /**
   * Milliseconds until this call may begin; undefined when none may soon. The turn and the place are
   * taken, until the channel is disowned.
   */
  takeTurn(channelId: string): number | undefined;
  /** How many turns `takeTurn` would give now. */
  freeTurns(): number;
  /** A call begins that never waits, as an agent's: those that do make room for it. */
  skipTurn(): void;
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
  /** As ARI names it, `PJSIP/trunk`; '' when it cannot be told. */
  trunk: string;
  setupsPerSecond: number;
  callsAtOnce: number;
  /** Milliseconds that a node may be away before its calls count as lost. */
  patience: number;
  /** Hears what time it is there; never throws, and does not take long. */
  askDate(): Promise<void>;
}

/** Milliseconds between two looks at what Asterisk carries. */
const lookEvery = 10_000;
/** ARI tells of every variable and every step in the dialplan; nobody reads them. */
const filter = { disallowed: [{ type: 'ChannelVarset' }, { type: 'ChannelDialplan' }] };

export function openNode(options: NodeOptions): AsteriskNode {
  const { url, app, log, callsAtOnce } = options;
  const owners = new Map<string, ChannelOwner>();
  /** Calls that wait for their turn. */
  const waiting = new Set<string>();
  const setups = createSetups(options.setupsPerSecond);
  /** Channels to be ended that may be there when the node is back. */
  const unwanted = new Set<string>();
  /** In hand, and not there at the last look. */
  let missing = new Set<string>();
  let giveUp: NodeJS.Timeout | undefined;
  let looking = false;

  const link = new AriLink({
    ...options,
    async onConnect() {
      // A clock that nobody has compared for minutes is compared before it counts as ready.
      const dated = options.askDate();
      await link.request('PUT', `applications/${app}/eventFilter`, {}, filter);
      await trunk.look();
      const { present, orphans } = await compareWithNode(link, app, owners);
      clearTimeout(giveUp);
      giveUp = undefined;
      if (orphans > 0) log.warn({ node: url, orphans }, 'calls that nobody leads were ended');
      for (const id of [...unwanted].filter((one) => present.has(one))) endChannel(id);
      unwanted.clear();
      for (const [id, owner] of [...owners]) {
        if (present.has(id)) owner.found(present.get(id), true);
        else owner.lost();
      }
      await dated;
    },
    onEvent(event) {
      const id = channelOf(event);
      const owner = id === undefined ? undefined : owners.get(id);
      if (owner) owner.event(event);
      // An originate whose answer was lost may come true late: nobody leads that call.
      else if (event.type === 'StasisStart' && id !== undefined) endChannel(id);
    },
    onLoss() {
      missing = new Set();
      // Also when it was lost again before it was compared: then the calls wait since the first loss.
      giveUp ??= setTimeout(() => {
        if (owners.size === 0) return;
        log.error({ node: url, calls: owners.size }, 'Asterisk stays away: its calls are lost');
        for (const owner of [...owners.values()]) owner.lost();
      }, options.patience);
    },
  });

  /**
   * An answer that was late, or a request that was dropped by a busy Asterisk, may leave a call in
   * hand that is not there, or one that nobody goes on with: without this until the next reconnect.
   */
  async function look(): Promise<void> {
    if (!link.isUp() || looking || owners.size === 0) return;
    looking = true;
    try {
      const before = [...owners];
      const present = await channelsOf(link, app);
      const absent = before.filter(([id]) => !present.has(id));
      for (const [id, owner] of before) {
        // Disowned meanwhile, or of an attempt that was handed over again.
        if (owners.get(id) !== owner) continue;
        if (present.has(id)) owner.found(present.get(id), false);
        // Just asked for, or its end is on its way: only the second time it is not there for sure.
        else if (missing.has(id)) owner.lost();
      }
      missing = new Set(absent.map(([id]) => id));
    } catch (error) {
      // A list that came too late: the next look tells, or the reconnect.
      log.warn({ node: url, err: error }, 'Asterisk did not tell what it carries');
    } finally {
      looking = false;
    }
  }
  const looks = setInterval(() => void look(), lookEvery);

  const trunk = watchTrunk((...asked) => link.request(...asked), options.trunk, log, url);
  const isTrunkSilent = () => link.isUp() && trunk.isSilent();

  const node: AsteriskNode = {
    url,
    app,
    isReady: () => link.isUp(),
    takesCalls: () => link.isUp() && !isTrunkSilent(),
    isTrunkSilent,
    load: () => held() / callsAtOnce,
    takeTurn(id) {
      const wait = held() < callsAtOnce ? setups.take() : undefined;
      if (wait !== undefined) waiting.add(id);
      return wait;
    },
    freeTurns: () => Math.max(0, Math.min(setups.free(), callsAtOnce - held())),
    skipTurn: setups.skip,
    own(id, owner) {
      waiting.delete(id);
      owners.set(id, owner);
    },
    disown(id) {
      waiting.delete(id);
      owners.delete(id);
    },
    ask: (...asked) => link.request(...asked),
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
      clearInterval(looks);
      trunk.close();
      await link.close();
    },
  };
  const held = () => owners.size + waiting.size;
  const endChannel = (id: string) => node.tell('DELETE', `channels/${encodeURIComponent(id)}`);
  return node;
}
