/**
 * A 9 that was pressed in a call which this engine does not follow: its engine died, or the call
 * has ended here. Whoever hears of it lists the number, by the attempt's own row, before the
 * carrier is told that it was heard. A call that another living engine has in hand is left to that
 * one: its key is told again, until that engine has taken it or is gone.
 */

import type { CallEvent, VoiceCarrier } from '#carriers/port.ts';
import { asClient } from '#db/database.ts';
import { findStrayCall, type StrayCall } from '#db/queries/stray-key.ts';
import { attemptOf } from '../attempt-id.ts';
import type { ClientLanes } from '../client-lanes.ts';
import type { EngineDeps } from '../deps.ts';
import { optOutKey } from './call.ts';
import { listByKey } from './key-opt-outs.ts';

type KeyEvent = CallEvent & { kind: 'key' };

export interface StrayKeys {
  /** What a carrier tells just now of calls that are in no book here. The rest of it is acknowledged. */
  told(carrier: VoiceCarrier, events: readonly CallEvent[]): void;
  /** Begins to list the numbers, each client's in its lane; acknowledges each after its commit. */
  store(): void;
}

/** Real milliseconds between two looks at a key that is left to another engine. */
const lookEvery = 500;

export function isOptOutKey(event: CallEvent): event is KeyEvent {
  return event.kind === 'key' && event.key === optOutKey;
}

export function createStrayKeys(
  { db, clock }: Pick<EngineDeps, 'db' | 'clock'>,
  engineId: string,
  lanes: ClientLanes,
): StrayKeys {
  const waiting = new Map<VoiceCarrier, KeyEvent[]>();
  /** What was seen of them: the number is listed, and when to look again. */
  const seen = new WeakMap<KeyEvent, { listed: boolean; lookAt: number }>();

  async function storeOne(carrier: VoiceCarrier, event: KeyEvent): Promise<void> {
    const name = attemptOf(event.attemptId);
    if (!name) return carrier.acknowledge([event]);
    const { clientId } = name;
    const call = await asClient(db, clientId, (tx) =>
      findStrayCall(tx, clientId, name, new Date(event.at), engineId),
    );
    if (!call) return carrier.acknowledge([event]);
    const listed = seen.get(event)?.listed ?? false;
    if (!listed && optsOut(call)) await listByKey(db, clientId, call.phone);
    if (isLeft(call)) {
      const lookAt = clock.now() + lookEvery * clock.speed;
      seen.set(event, { listed: listed || optsOut(call), lookAt });
      return;
    }
    // Nobody follows it: the person is not left in a call that leads nowhere.
    carrier.hangUp(event.attemptId, event.at);
    carrier.acknowledge([event]);
  }

  async function storeAll(own: readonly { carrier: VoiceCarrier; event: KeyEvent }[]) {
    const now = clock.now();
    for (const { carrier, event } of own) {
      if (now >= (seen.get(event)?.lookAt ?? now)) await storeOne(carrier, event);
    }
  }

  return {
    told(carrier, events) {
      const keys = events.filter(isOptOutKey);
      carrier.acknowledge(events.filter((event) => !isOptOutKey(event)));
      if (keys.length > 0) waiting.set(carrier, keys);
      else waiting.delete(carrier);
    },
    store() {
      const due = [...waiting].flatMap(([carrier, events]) =>
        events.map((event) => ({ carrier, event })),
      );
      const byClient = Map.groupBy(due, ({ event }) => attemptOf(event.attemptId)?.clientId ?? 0);
      for (const [clientId, own] of byClient) lanes.begin('keys', clientId, () => storeAll(own));
    },
  };
}

/** Whether the key was pressed in the talk is known when the call has ended. */
function optsOut({ inHand, agentCalled, inTalk }: StrayCall): boolean {
  return !inTalk && !(inHand && agentCalled);
}

/** To the engine that has it in hand, or to a later look. */
function isLeft({ inHand, own, agentCalled }: StrayCall): boolean {
  return inHand && (!own || agentCalled);
}
