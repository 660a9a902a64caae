/** A Linkback campaign and an engine whose carrier is watched: what it was asked, and when. */

import type { CallEvent, CallRequest, VoiceCarrier } from '../../src/carriers/port.ts';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { type CarrierProfile, usualProfile } from '../../src/carriers/simulated/profile.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { seededRandom } from '../../src/domain/random.ts';
import type { EngineDeps } from '../../src/engine/deps.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, type Campaign, makeCampaign, makeMessage } from './world.ts';

export const linkbackNumber = '13025550100';

export interface LinkbackWish {
  clientId?: number;
  callRatio?: number;
  agentCount?: number;
  agentMessage?: number | null;
  customerMessage?: number | null;
  machineMessage?: number | null;
}

/** Messages of 20, 15 and 4 seconds for customer, machine and agent. */
export async function makeLinkback(db: Database, wish: LinkbackWish = {}): Promise<Campaign> {
  const { callRatio = 1, agentCount = 2, agentMessage, ...common } = wish;
  const campaign = await makeCampaign(db, common);
  const { clientId, campaignId } = campaign;
  const agent = agentMessage === undefined ? await makeMessage(db, clientId, 4_000) : agentMessage;
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET campaign_type = 2, calls_per_minute = NULL, call_ratio = $3,
         agent_count = $4, linkback_number = $5, agent_message_id = $6
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId, callRatio, agentCount, linkbackNumber, agent],
    ),
  );
  return campaign;
}

/** Everybody answers at once and presses 1; every agent answers. */
export const eager: Partial<CarrierProfile> = {
  ...{ person: 1, machine: 0, busy: 0, failed: 0, hangsUpEarly: 0, pressesNine: 0, pressesOne: 1 },
  ...{ setup: [500, 1_000], personRings: [1_000, 6_000], agentPatience: [90_000, 90_000] },
  ...{ agentAnswers: 1, agentBusy: 0, agentLeavesEarly: 0, talk: [10_000, 60_000] },
};

/** One thing between engine and carrier. `now`: when it happened; `at`: the instant it is meant for. */
export interface Moment {
  attemptId: string;
  kind: CallEvent['kind'] | keyof VoiceCarrier;
  at: number;
  now: number;
  what?: unknown;
}

export interface Watched {
  carrier: VoiceCarrier;
  moments: Moment[];
  /** Agents whose telephone rings or who are in a call, as the carrier has it. */
  agentsInCall(): number;
  /** Emits an event that the model would not emit by itself. */
  inject(event: CallEvent): void;
  of(attemptId: string): Moment[];
  all(kind: Moment['kind']): Moment[];
}

/** `before` is called with each batch before it is placed, `onDial` when an agent is to be called. */
export function watchedCarrier(
  clock: VirtualClock,
  folder: string,
  profile: Partial<CarrierProfile>,
  { before, onDial, beforePlace, muted }: LinkbackEngineWish = {},
): Watched {
  const carrier = simulatedCarrier({
    clock,
    dataFolder: folder,
    randomOf: (name) => seededRandom(`1/${name}`),
    profile: { ...usualProfile, ...profile },
  });
  const moments: Moment[] = [];
  const note = (attemptId: string, kind: Moment['kind'], at: number, what?: unknown) =>
    moments.push({ attemptId, kind, at, now: clock.now(), what });
  const seen = new WeakSet<CallEvent>();
  const injected = new Set<CallEvent>();
  const watched: Watched = {
    moments,
    agentsInCall: carrier.agentsInCall,
    inject: (event) => injected.add(event),
    of: (attemptId) => moments.filter((moment) => moment.attemptId === attemptId),
    all: (kind) => moments.filter((moment) => moment.kind === kind),
    carrier: {
      ...carrier,
      async place(calls) {
        await beforePlace?.();
        before?.(calls, watched);
        for (const { attemptId, callerId } of calls)
          note(attemptId, 'place', clock.now(), callerId);
        return carrier.place(calls);
      },
      events(reader) {
        if (muted?.()) return [];
        const events = [...carrier.events(reader), ...injected];
        for (const event of events) {
          if (seen.has(event)) continue;
          seen.add(event);
          const { attemptId, kind, at, ...what } = event;
          note(attemptId, kind, at, what);
        }
        return events;
      },
      acknowledge(events) {
        for (const event of events) injected.delete(event);
        carrier.acknowledge(events);
      },
      play(attemptId, sound, at) {
        note(attemptId, 'play', at, sound);
        carrier.play(attemptId, sound, at);
      },
      hangUp(attemptId, at) {
        note(attemptId, 'hangUp', at);
        carrier.hangUp(attemptId, at);
      },
      dialAgent(attemptId, agent, at) {
        note(attemptId, 'dialAgent', at, agent);
        onDial?.(attemptId);
        carrier.dialAgent(attemptId, agent, at);
      },
      playToAgent(attemptId, sound, at) {
        note(attemptId, 'playToAgent', at, sound);
        carrier.playToAgent(attemptId, sound, at);
      },
      connect(attemptId, at) {
        note(attemptId, 'connect', at);
        carrier.connect(attemptId, at);
      },
      hangUpAgent(attemptId, at) {
        note(attemptId, 'hangUpAgent', at);
        carrier.hangUpAgent(attemptId, at);
      },
    },
  };
  return watched;
}

export interface LinkbackEngineWish {
  clock?: VirtualClock;
  folder?: string;
  profile?: Partial<CarrierProfile>;
  deps?: Partial<EngineDeps>;
  before?: (calls: readonly CallRequest[], watched: Watched) => void;
  onDial?: (attemptId: string) => void;
  /** While it holds, the carrier reports nothing. */
  muted?: () => boolean;
  /** How long the carrier takes to place a batch. */
  beforePlace?: () => Promise<void>;
}

export function makeLinkbackEngine(db: Database, wish: LinkbackEngineWish = {}) {
  const clock = wish.clock ?? virtualClock(afternoon);
  const folder = wish.folder ?? temporaryFolder();
  const watched = watchedCarrier(clock, folder, { ...eager, ...wish.profile }, wish);
  const carriers = new Map([['simulated', watched.carrier]]);
  const made = makeEngine(db, { clock, deps: { carriers, ...wish.deps } });
  return { ...made, folder, watched };
}

export interface LinkbackRecord {
  id: string;
  result: string;
  call_type: string;
  transferred: boolean;
  abandoned: boolean;
  transfer_seconds: number;
  duration: number;
  caller_id: string;
}

export function linkbackRecords(db: Database, { clientId, campaignId }: Campaign) {
  return asClient(db, clientId, (tx) =>
    tx.rows<LinkbackRecord>(
      `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id, result, call_type,
         transferred, abandoned, transfer_seconds, duration, caller_id
       FROM call_record WHERE client_id = $1 AND campaign_id = $2 ORDER BY call_list_id, entry_id`,
      [clientId, campaignId],
    ),
  );
}
