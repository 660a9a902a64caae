/**
 * One Asterisk: its connection, our channels on it, and the limits on what it may be asked at once.
 * After every connect, and before any new request, its channels are compared with what is in
 * flight, because events from the time between are lost.
 *
 *   nodes.ts      -> takeTurn(id)           a slot, and when the call may begin
 *   originate.ts  -> own(id, call)          before the channel exists, so that no event is missed
 *                 -> ask('POST channels')
 *   ari-link.ts   -> #onEvent               StasisStart, ChannelDestroyed ... to the owner
 *   call.ts       -> send, hangUp           what needs no response
 *                 -> disown(id)             the channel is gone: turn and slot are free
 *   ari-link.ts   -> #onLoss                starts the patience; after it every owner is `lost`
 *                 -> #onConnect             `found` or `lost` for each owner; hangs up orphans
 *   a timer       -> #compare               the same every 10 seconds, for lost responses
 */
import type { CarrierLog } from '../kind.ts';
import type { CarrierRandom } from '../port.ts';
import {
  type AriAddress,
  AriLink,
  AriLost,
  type AriMethod,
  type AriQuery,
  type AriResponse,
} from './ari-link.ts';
import { type AriEvent, channelOf } from './ari-shapes.ts';
import { agentIdOf } from './leg-ids.ts';
import { channelsOf, compareWithNode, talkersOf } from './reconcile.ts';
import { createSetups, type Setups } from './setups.ts';
import { type Trunk, watchTrunk } from './trunk.ts';

/** What owns a channel: a call, an agent's leg or a recording. */
export interface ChannelOwner {
  event(event: AriEvent): void;
  /**
   * The channel exists.
   *
   * @param arrival the arguments it entered the app with, if it is in the app: the event itself may
   * have been lost
   * @param again after a reconnect: events from the time between are lost
   */
  found(arrival: readonly string[] | undefined, again: boolean): void;
  /** The channel no longer exists, or its node has been disconnected for too long. */
  lost(): void;
}

export interface NodeOptions extends AriAddress {
  log: CarrierLog;
  random: Pick<CarrierRandom, 'next'>;
  /** As ARI names it, `PJSIP/trunk`; '' when the settings do not show it. */
  trunk: string;
  setupsPerSecond: number;
  callsAtOnce: number;
  /** Milliseconds that a node may be disconnected before its calls count as lost. */
  patience: number;
  /** Reads the node's time; never throws, and does not take long. */
  askDate(): Promise<void>;
}

/** Milliseconds between two comparisons with Asterisk's channels. */
const compareEvery = 10_000;
/** ARI reports every variable and every dialplan step; Carillon uses neither. */
const filter = { disallowed: [{ type: 'ChannelVarset' }, { type: 'ChannelDialplan' }] };

export class AsteriskNode {
  readonly url: string;
  readonly app: string;
  /** For requests over HTTP, whose response is not JSON. */
  readonly address: AriAddress;
  readonly #options: NodeOptions;
  readonly #link: AriLink;
  readonly #trunk: Trunk;
  readonly #setups: Setups;
  /** By channel id. */
  readonly #owners = new Map<string, ChannelOwner>();
  /** Calls that wait for their turn, by channel id. */
  readonly #waiting = new Set<string>();
  /** Channels to hang up if they still exist when the node reconnects. */
  readonly #unwanted = new Set<string>();
  /** Attempts whose calls are to end when the node reconnects. */
  readonly #left = new Set<string>();
  /** In flight, but missing at the last comparison. */
  #missing = new Set<string>();
  /** Runs while the node is disconnected. */
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
    const request: AriLink['request'] = (...args) => this.#link.request(...args);
    this.#trunk = watchTrunk(request, options.trunk, options.log, options.url);
    this.#comparisons = setInterval(() => void this.#compare(), compareEvery);
  }

  /** Connected, and compared with what is in flight. */
  isReady(): boolean {
    return this.#link.isUp();
  }

  /** Ready, and its trunk is not known to be silent: calls may begin. */
  takesCalls(): boolean {
    return this.#link.isUp() && !this.isTrunkSilent();
  }

  /** The trunk is known not to respond. */
  isTrunkSilent(): boolean {
    return this.#link.isUp() && this.#trunk.isSilent();
  }

  /** Channels in flight and calls waiting for their turn, as a share of the calls it may hold. */
  load(): number {
    return this.#held() / this.#options.callsAtOnce;
  }

  /**
   * Milliseconds until this call may begin; undefined when no call may begin soon. The call keeps
   * its turn and slot until the channel is disowned.
   */
  takeTurn(channelId: string): number | undefined {
    if (this.#held() >= this.#options.callsAtOnce) return undefined;
    const wait = this.#setups.take();
    if (wait !== undefined) this.#waiting.add(channelId);
    return wait;
  }

  /** How many more channels it may hold. */
  freeSlots(): number {
    return Math.max(0, this.#options.callsAtOnce - this.#held());
  }

  /** The number of turns that `takeTurn` would give now. */
  freeTurns(): number {
    return Math.min(this.#setups.free(), this.freeSlots());
  }

  /** A call that never waits begins, such as that to the agent of a customer who asked: calls that wait make room for it. */
  skipTurn(): void {
    this.#setups.skip();
  }

  /** Call it before the channel is created, so that no event is missed. */
  own(channelId: string, owner: ChannelOwner): void {
    this.#waiting.delete(channelId);
    this.#owners.set(channelId, owner);
  }

  disown(channelId: string): void {
    this.#waiting.delete(channelId);
    this.#owners.delete(channelId);
  }

  /** @throws AriLost */
  ask(method: AriMethod, path: string, query?: AriQuery, body?: object): Promise<AriResponse> {
    return this.#link.request(method, path, query, body);
  }

  /** For requests whose response does not matter: an event or a comparison shows the effect. */
  send(method: AriMethod, path: string, query?: AriQuery, body?: object): void {
    const { log } = this.#options;
    this.#link.request(method, path, query, body).then(
      ({ status, body: result }) => {
        if (status >= 400 && status !== 404 && status !== 409) {
          log.warn({ node: this.url, method, path, status, result }, 'Asterisk refused a request');
        }
      },
      (error: unknown) => {
        if (!(error instanceof AriLost)) throw error;
      },
    );
  }

  /** Hangs up a channel, owned or not; while disconnected, as soon as the node is back. */
  hangUp(channelId: string): void {
    if (this.#link.isUp()) this.#endChannel(channelId);
    else this.#unwanted.add(channelId);
  }

  /**
   * Ends the call of an attempt that nobody here follows, and its agent's; while disconnected, as soon
   * as the node is back.
   */
  endLeft(attemptId: string): void {
    if (this.#link.isUp()) void this.#endLeft(attemptId);
    else this.#left.add(attemptId);
  }

  async close(): Promise<void> {
    clearTimeout(this.#giveUp);
    clearInterval(this.#comparisons);
    this.#trunk.close();
    await this.#link.close();
  }

  async #onConnect(): Promise<void> {
    const { app, log, askDate } = this.#options;
    // The node counts as ready only after its clock was compared with ours.
    const dateAsked = askDate();
    await this.#link.request('PUT', `applications/${app}/eventFilter`, {}, filter);
    await this.#trunk.refresh();
    const { present, orphans } = await compareWithNode(this.#link, app, this.#owners);
    clearTimeout(this.#giveUp);
    this.#giveUp = undefined;
    if (orphans > 0) log.warn({ node: this.url, orphans }, 'hung up orphaned calls');
    for (const id of this.#unwanted) if (present.has(id)) this.#endChannel(id);
    this.#unwanted.clear();
    for (const attemptId of this.#left) void this.#endLeft(attemptId);
    this.#left.clear();
    for (const [id, owner] of [...this.#owners]) {
      if (present.has(id)) owner.found(present.get(id), true);
      else owner.lost();
    }
    await dateAsked;
  }

  #onEvent(event: AriEvent): void {
    const id = channelOf(event);
    if (id === undefined) return;
    const owner = this.#owners.get(id);
    if (owner) owner.event(event);
    // An originate whose response was lost may succeed late: that call is orphaned.
    else if (event.type === 'StasisStart') this.#endChannel(id);
  }

  #onLoss(): void {
    this.#missing = new Set();
    // Lost again before the comparison, the calls have waited since the first loss.
    this.#giveUp ??= setTimeout(() => {
      const { log } = this.#options;
      const calls = this.#owners.size;
      if (calls === 0) return;
      log.error({ node: this.url, calls }, 'Asterisk did not reconnect; its calls are lost');
      for (const owner of [...this.#owners.values()]) owner.lost();
    }, this.#options.patience);
  }

  /**
   * A late response, or a request that a busy Asterisk dropped, may leave a call in flight that no
   * longer exists or is stuck. Without this check it would stay so until a reconnect.
   */
  async #compare(): Promise<void> {
    if (!this.#link.isUp() || this.#isComparing || this.#owners.size === 0) return;
    this.#isComparing = true;
    try {
      const before = [...this.#owners];
      const present = await channelsOf(this.#link, this.app);
      for (const [id, owner] of before) {
        // Disowned meanwhile, or its attempt was submitted again.
        if (this.#owners.get(id) !== owner) continue;
        if (present.has(id)) owner.found(present.get(id), false);
        // Just requested, or about to end: only a second miss proves that it is gone.
        else if (this.#missing.has(id)) owner.lost();
      }
      this.#missing = new Set(before.flatMap(([id]) => (present.has(id) ? [] : [id])));
    } catch (error) {
      // The next comparison or the reconnect makes up for it.
      this.#options.log.warn({ node: this.url, err: error }, "could not list Asterisk's channels");
    } finally {
      this.#isComparing = false;
    }
  }

  async #endLeft(attemptId: string): Promise<void> {
    const channels = new Set([attemptId, agentIdOf(attemptId)]);
    try {
      // An agent who was called first has another name: the bridge knows it.
      for (const id of await talkersOf(this.#link, attemptId)) channels.add(id);
    } catch (error) {
      if (!(error instanceof AriLost)) throw error;
    }
    for (const id of channels) this.hangUp(id);
  }

  #held(): number {
    return this.#owners.size + this.#waiting.size;
  }

  #endChannel(channelId: string): void {
    this.send('DELETE', `channels/${encodeURIComponent(channelId)}`);
  }
}
