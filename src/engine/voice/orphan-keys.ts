/**
 * A 9, or a 1 for an agent, that was pressed in a call that this engine does not follow: its engine died, or the
 * call has ended here. The engine that receives a 9 blocks the number, by the attempt's row, before it
 * acknowledges the key. A call that is in flight at another living engine is left to that one: the key
 * is checked again until that engine has taken it or is gone. A 1 is checked again until the call has a
 * result: if that is unknown, nobody could connect an agent, and the call counts as abandoned.
 */

import type { CallEvent, VoiceCarrier } from '#carriers/port.ts';
import { asClient } from '#db/database.ts';
import { countLateWish } from '#db/queries/late-wish.ts';
import { markOptedOutByKey } from '#db/queries/record-marks.ts';
import { findUnfollowedCall, type UnfollowedCall } from '#db/queries/unfollowed-call.ts';
import { isManagerCallId } from '#domain/manager-contact-id.ts';
import { later, realMs, type SimMs, toSim } from '#domain/milliseconds.ts';
import { attemptOf } from '../attempt-id.ts';
import type { ClientLanes } from '../client-lanes.ts';
import type { EngineDeps } from '../deps.ts';
import { optOutKey } from './call.ts';
import { blockByKey } from './key-opt-outs.ts';
import { agentKey } from './linkback.ts';
import { isWaitingAgentId } from './waiting-agent-id.ts';

type KeyEvent = CallEvent & { kind: 'key' };

export interface OrphanKeys {
  /** Takes events of calls that are not followed here; acknowledges all but these keys. */
  receive(carrier: VoiceCarrier, events: readonly CallEvent[]): void;
  /** Begins to block and to count, each client's in its lane; acknowledges each after its commit. */
  store(): void;
}

/** Between two checks of a key that is left to another engine. */
const recheckEvery = realMs(500);

export function isOptOutKey(event: CallEvent): event is KeyEvent {
  return event.kind === 'key' && event.key === optOutKey;
}

const isKept = (event: CallEvent): event is KeyEvent =>
  event.kind === 'key' && (event.key === optOutKey || event.key === agentKey);

export function createOrphanKeys(
  { db, clock }: Pick<EngineDeps, 'db' | 'clock'>,
  engineId: string,
  lanes: ClientLanes,
): OrphanKeys {
  const waiting = new Map<KeyEvent, VoiceCarrier>();
  /** Whether a key's number is already blocked, and when to check the key again. */
  const seen = new WeakMap<KeyEvent, { blocked: boolean; recheckAt: SimMs }>();

  function acknowledge(carrier: VoiceCarrier, event: KeyEvent): void {
    waiting.delete(event);
    carrier.acknowledge([event]);
  }

  function recheck(event: KeyEvent, blocked: boolean): void {
    const recheckAt = later(clock.now(), toSim(recheckEvery, clock.speed));
    seen.set(event, { blocked, recheckAt });
  }

  /** No engine follows the call: hang up instead of leaving the person in a dead one. */
  function letGo(carrier: VoiceCarrier, event: KeyEvent): void {
    carrier.hangUp(event.attemptId, event.at);
    acknowledge(carrier, event);
  }

  async function storeOne(carrier: VoiceCarrier, event: KeyEvent): Promise<void> {
    const name = attemptOf(event.attemptId);
    if (!name) return acknowledge(carrier, event);
    const { clientId } = name;
    const call = await asClient(db, clientId, (tx) =>
      findUnfollowedCall(tx, clientId, name, new Date(event.at), engineId),
    );
    if (!call) return acknowledge(carrier, event);
    if (event.key === agentKey) {
      if (!call.ended) {
        recheck(event, false);
        return;
      }
      await asClient(db, clientId, (tx) => countLateWish(tx, clientId, name, new Date(event.at)));
      return letGo(carrier, event);
    }
    const blocked = seen.get(event)?.blocked ?? false;
    if (!blocked && optsOut(call)) {
      await blockByKey(db, clientId, call.phone);
      await asClient(db, clientId, (tx) => markOptedOutByKey(tx, clientId, name, event.key));
    }
    if (isLeft(call)) {
      recheck(event, blocked || optsOut(call));
      return;
    }
    letGo(carrier, event);
  }

  async function storeAll(own: readonly { carrier: VoiceCarrier; event: KeyEvent }[]) {
    const now = clock.now();
    for (const { carrier, event } of own) {
      if (now >= (seen.get(event)?.recheckAt ?? now)) await storeOne(carrier, event);
    }
  }

  return {
    receive(carrier, events) {
      const keys = events.filter(isKept);
      carrier.acknowledge(events.filter((event) => !isKept(event)));
      for (const event of keys) waiting.set(event, carrier);
      // An agent who was called first, or a manager, by an engine that is gone.
      for (const { attemptId, at, kind } of events) {
        if (isManagerCallId(attemptId) && kind !== 'ended') carrier.hangUp(attemptId, at);
        if (!isWaitingAgentId(attemptId) || kind === 'agent_ended') continue;
        carrier.waitingAgents.hangUp(attemptId, at);
      }
    },
    store() {
      const due = [...waiting].map(([event, carrier]) => ({ carrier, event }));
      const byClient = Map.groupBy(due, ({ event }) => attemptOf(event.attemptId)?.clientId ?? 0);
      for (const [clientId, own] of byClient)
        lanes.begin('keys of orphaned calls', clientId, () => storeAll(own));
    },
  };
}

/** Whether the key was pressed in the talk is known only when the call has ended. */
function optsOut({ inFlight, agentCalled, inTalk }: UnfollowedCall): boolean {
  return !inTalk && !(inFlight && agentCalled);
}

/** Left to the engine that follows the call, or to a later check. */
function isLeft({ inFlight, own, agentCalled }: UnfollowedCall): boolean {
  return inFlight && (!own || agentCalled);
}
