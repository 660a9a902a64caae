/**
 * One Asterisk: its connection, the channels of ours that it carries, and how much it may be asked
 * at once. After every connect, and before anything new is asked, what it carries is compared with
 * what is in flight, because events of the time between are lost.
 *
 *   voice.ts      -> takeTurn(id)           a slot, and when the call may begin
 *   call.ts       -> own(id, call)          before the channel exists, so that no event is missed
 *                 -> ask('POST channels')   by originate.ts
 *   ari-link.ts   -> #onEvent               StasisStart, ChannelDestroyed, ... to the channel's owner
 *   call.ts       -> send, hangUp           what needs no answer
 *                 -> disown(id)             the channel is gone: turn and slot are free
 *   ari-link.ts   -> #onLoss                starts the patience; then every owner is `lost`
 *                 -> #onConnect             compares: `found` or `lost` for each owner, orphans hung up
 *   a timer       -> #compare               the same, every 10 seconds, for answers that never came
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
import { createSetups, type Setups } from './setups.ts';
import { type Trunk, watchTrunk } from './trunk.ts';

/** What owns a channel: a call, an agent's leg or a recording. */
export interface ChannelOwner {
  event(event: AriEvent): void;
  /**
   * It is there.
   *
   * @param arrival with what it came to the app, when it is there: that event may have been lost
   * @param again after a reconnect: events of the time between are lost
   */
  found(arrival: readonly string[] | undefined, again: boolean): void;
  /** It is not there any more, or its node has been away for too long. */
  lost(): void;
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
  /** Reads the time there; never throws, and does not take long. */
  askDate(): Promise<void>;
}

/** Milliseconds between two comparisons with what Asterisk carries. */
const compareEvery = 10_000;
/** ARI reports every variable and every step in the dialplan; nobody reads them. */
const filter = { disallowed: [{ type: 'ChannelVarset' }, { type: 'ChannelDialplan' }] };

export class AsteriskNode {
  readonly url: string;
  readonly app: string;
  /** As http: for what is no JSON. */
  readonly address: AriAddress;
  readonly #options: NodeOptions;
  readonly #link: AriLink;
  readonly #trunk: Trunk;
  readonly #setups: Setups;
  /** By channel id. */
  readonly #owners = new Map<string, ChannelOwner>();
  /** Calls that wait for their turn, by channel id. */
  readonly #waiting = new Set<string>();
  /** Channels to be hung up that may be there when the node is back. */
  readonly #unwanted = new Set<string>();
  /** In flight, and not there at the last comparison. */
  #missing = new Set<string>();
  /** Runs while the node is away. */
  #giveUp: NodeJS.Timeout | undefined;
  #isComparing = false;
  readonly #comparisons: NodeJS.Timeout;

  constructor(options: NodeOptions) {
    this.url = options.url;
    this.app = options.app;
    this.address = options;
    this.#options = options;
    this.#setups = createSetups(options.setupsPerSecond);
    this.#link = new AriLink({
      ...options,
      onConnect: () => this.#onConnect(),
      onEvent: (event) => this.#onEvent(event),
      onLoss: () => this.#onLoss(),
    });
    const request: AriLink['request'] = (...asked) => this.#link.request(...asked);
    this.#trunk = watchTrunk(request, options.trunk, options.log, options.url);
    this.#comparisons = setInterval(() => void this.#compare(), compareEvery);
  }

  /** Connected, and compared with what is in flight. */
  isReady(): boolean {
    return this.#link.isUp();
  }

  /** Ready, and its trunk is not known to be silent: a call may begin. */
  takesCalls(): boolean {
    return this.#link.isUp() && !this.isTrunkSilent();
  }

  /** The trunk is known not to answer. */
  isTrunkSilent(): boolean {
    return this.#link.isUp() && this.#trunk.isSilent();
  }

  /** Channels in flight, and calls that wait for their turn, as a share of the calls that it may hold. */
  load(): number {
    return this.#held() / this.#options.callsAtOnce;
  }

  /**
   * Milliseconds until this call may begin; undefined when none may soon. The turn and the slot are
   * taken, until the channel is disowned.
   */
  takeTurn(channelId: string): number | undefined {
    if (this.#held() >= this.#options.callsAtOnce) return undefined;
    const wait = this.#setups.take();
    if (wait !== undefined) this.#waiting.add(channelId);
    return wait;
  }

  /** How many turns `takeTurn` would give now. */
  freeTurns(): number {
    return Math.max(0, Math.min(this.#setups.free(), this.#options.callsAtOnce - this.#held()));
  }

  /** A call begins that never waits, as an agent's: those that do make room for it. */
  skipTurn(): void {
    this.#setups.skip();
  }

  /** From before a channel is made, so that no event of it is missed. */
  own(channelId: string, owner: ChannelOwner): void {
    this.#waiting.delete(channelId);
    this.#owners.set(channelId, owner);
  }

  disown(channelId: string): void {
    this.#waiting.delete(channelId);
    this.#owners.delete(channelId);
  }

  /** @throws AriLost */
  ask(method: AriMethod, path: string, query?: AriQuery, body?: object): Promise<AriAnswer> {
    return this.#link.request(method, path, query, body);
  }

  /** Where no answer matters: an event, or the next comparison, says what it changed. */
  send(method: AriMethod, path: string, query?: AriQuery, body?: object): void {
    const { log } = this.#options;
    this.#link.request(method, path, query, body).then(
      ({ status, body: answer }) => {
        if (status >= 400 && status !== 404 && status !== 409) {
          log.warn({ node: this.url, method, path, status, answer }, 'Asterisk refused a request');
        }
      },
      (error: unknown) => {
        if (!(error instanceof AriLost)) throw error;
      },
    );
  }

  /** Hangs up a channel, whosever it is; while the node is away, as soon as it is back. */
  hangUp(channelId: string): void {
    if (this.#link.isUp()) this.#endChannel(channelId);
    else this.#unwanted.add(channelId);
  }

  async close(): Promise<void> {
    clearTimeout(this.#giveUp);
    clearInterval(this.#comparisons);
    this.#trunk.close();
    await this.#link.close();
  }

  async #onConnect(): Promise<void> {
    const { app, log, askDate } = this.#options;
    // A clock that nobody has compared for minutes is compared before it counts as ready.
    const dated = askDate();
    await this.#link.request('PUT', `applications/${app}/eventFilter`, {}, filter);
    await this.#trunk.look();
    const { present, orphans } = await compareWithNode(this.#link, app, this.#owners);
    clearTimeout(this.#giveUp);
    this.#giveUp = undefined;
    if (orphans > 0) log.warn({ node: this.url, orphans }, 'orphaned calls were hung up');
    for (const id of this.#unwanted) if (present.has(id)) this.#endChannel(id);
    this.#unwanted.clear();
    for (const [id, owner] of [...this.#owners]) {
      if (present.has(id)) owner.found(present.get(id), true);
      else owner.lost();
    }
    await dated;
  }

  #onEvent(event: AriEvent): void {
    const id = channelOf(event);
    if (id === undefined) return;
    const owner = this.#owners.get(id);
    if (owner) owner.event(event);
    // An originate whose answer was lost may come true late: that call is orphaned.
    else if (event.type === 'StasisStart') this.#endChannel(id);
  }

  #onLoss(): void {
    this.#missing = new Set();
    // Also when it was lost again before it was compared: then the calls wait since the first loss.
    this.#giveUp ??= setTimeout(() => {
      const { log } = this.#options;
      const calls = this.#owners.size;
      if (calls === 0) return;
      log.error({ node: this.url, calls }, 'Asterisk stays away: its calls are lost');
      for (const owner of [...this.#owners.values()]) owner.lost();
    }, this.#options.patience);
  }

  /**
   * An answer that was late, or a request that a busy Asterisk dropped, may leave a call in flight
   * that is not there, or one that nobody goes on with: without this until the next reconnect.
   */
  async #compare(): Promise<void> {
    if (!this.#link.isUp() || this.#isComparing || this.#owners.size === 0) return;
    this.#isComparing = true;
    try {
      const before = [...this.#owners];
      const present = await channelsOf(this.#link, this.app);
      for (const [id, owner] of before) {
        // Disowned meanwhile, or of an attempt that was submitted again.
        if (this.#owners.get(id) !== owner) continue;
        if (present.has(id)) owner.found(present.get(id), false);
        // Just asked for, or its end is on its way: only the second time it is surely not there.
        else if (this.#missing.has(id)) owner.lost();
      }
      this.#missing = new Set(before.flatMap(([id]) => (present.has(id) ? [] : [id])));
    } catch (error) {
      // The next comparison says it, or the reconnect.
      this.#options.log.warn(
        { node: this.url, err: error },
        'could not list what Asterisk carries',
      );
    } finally {
      this.#isComparing = false;
    }
  }

  #held(): number {
    return this.#owners.size + this.#waiting.size;
  }

  #endChannel(channelId: string): void {
    this.send('DELETE', `channels/${encodeURIComponent(channelId)}`);
  }
}
