/**
 * The confirmation of an opt-out says that nothing more comes: it waits for calls and texts to its
 * number that are in flight, and until carriers were asked to cancel what waits there. Other
 * auto-replies do not wait.
 */

import { asClient } from '#db/database.ts';
import { barAgain } from '#db/queries/opt-out-commit.ts';
import {
  stillUnsettled,
  type Unsettled,
  unsettledCalls,
  unsettledOf,
} from '#db/queries/opt-out-settled.ts';
import { waitingForReplyCancels } from '#db/queries/reply-cancel.ts';
import { waitingForCancels } from '#db/queries/text-cancel.ts';
import type { TextReply } from '#db/queries/text-reply.ts';
import { earlier, realMs, toSim } from '#domain/milliseconds.ts';
import type { EngineDeps } from '../deps.ts';

export interface ConfirmationWait {
  /** Ids of the auto-replies that need not wait. */
  ready(clientId: number, due: readonly TextReply[]): Promise<number[]>;
  /** Whether an auto-reply waits for what is in flight. */
  isWaiting(): boolean;
}

/** A submitted auto-reply has a response within this time, or never will. */
const longestInFlight = realMs(12_000);

export function createConfirmationWait({ db, clock }: EngineDeps): ConfirmationWait {
  /** What auto-replies wait for, by client and number; nothing else stays in it. */
  const inFlight = new Map<number, Map<string, Unsettled>>();

  async function ready(clientId: number, due: readonly TextReply[]): Promise<number[]> {
    const stops = due.filter(({ kind }) => kind === 'opt_out');
    if (stops.length === 0) {
      inFlight.delete(clientId);
      return due.map(({ textReplyId }) => textReplyId);
    }
    const before = inFlight.get(clientId) ?? new Map<string, Unsettled>();
    const phones = stops.map(({ phone }) => phone);
    // The engine that stored it may be dead: wait here for a claim that did not see the opt-out.
    const fresh = phones.filter((phone) => !before.has(phone));
    await barAgain(db, clientId, fresh);
    const now = await unsettledCalls(db, clientId, phones);
    const toCancel = await waitForCarrier(clientId, phones);
    const free = due.filter(({ kind }) => kind !== 'opt_out');
    const still = new Map<string, Unsettled>();
    for (const reply of stops) {
      const own = unsettledOf(now, reply.phone);
      const same = stillUnsettled(before.get(reply.phone) ?? own, own);
      if (same.size > 0) still.set(reply.phone, same);
      else if (!toCancel.has(reply.phone)) free.push(reply);
    }
    // Also drops those that another engine has sent: a later opt-out of that number starts over.
    if (still.size > 0) inFlight.set(clientId, still);
    else inFlight.delete(clientId);
    return free.map(({ textReplyId }) => textReplyId);
  }

  /** Numbers with a text or auto-reply that their carrier has yet to be asked to cancel. */
  async function waitForCarrier(clientId: number, phones: string[]): Promise<Set<string>> {
    const now = new Date(clock.now());
    const inFlightSince = new Date(earlier(clock.now(), toSim(longestInFlight, clock.speed)));
    return asClient(db, clientId, async (tx) => {
      const texts = await waitingForCancels(tx, clientId, phones, now);
      const about = { now, submittedSince: inFlightSince };
      const replies = await waitingForReplyCancels(tx, clientId, phones, about);
      return new Set([...texts, ...replies]);
    });
  }

  return { ready, isWaiting: () => inFlight.size > 0 };
}
