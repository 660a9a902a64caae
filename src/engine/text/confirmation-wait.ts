/**
 * The confirmation of an opt-out says that nothing more comes: it waits for calls and texts to its number that
 * an engine has in hand, and until carriers were asked for what waits with them. Other answers do not wait.
 */
import { asClient } from '#db/database.ts';
import { barWaiting } from '#db/queries/do-not-call-import.ts';
import { callsInHand, type InHand, inHandOf, stillInHand } from '#db/queries/opt-out-settled.ts';
import { waitingForReplyCancels } from '#db/queries/reply-cancel.ts';
import { waitingForCancels } from '#db/queries/text-cancel.ts';
import type { TextReply } from '#db/queries/text-reply.ts';
import type { EngineDeps } from '../deps.ts';

export interface ConfirmationWait {
  /** Ids of the answers that need not wait. */
  ready(clientId: number, due: readonly TextReply[]): Promise<number[]>;
  /** Whether an answer waits for what an engine has in hand. */
  isWaiting(): boolean;
}

/** Real milliseconds after which an answer that was handed over has its carrier's answer, or will have none. */
const longestInHand = 12_000;

export function createConfirmationWait({ db, clock }: EngineDeps): ConfirmationWait {
  /** Of answers that wait for what an engine has in hand, by client and number; no others stay in it. */
  const inHand = new Map<number, Map<string, InHand>>();

  async function ready(clientId: number, due: readonly TextReply[]): Promise<number[]> {
    const stops = due.filter(({ kind }) => kind === 'opt_out');
    if (stops.length === 0) {
      inHand.delete(clientId);
      return due.map(({ textReplyId }) => textReplyId);
    }
    const before = inHand.get(clientId) ?? new Map<string, InHand>();
    const phones = stops.map(({ phone }) => phone);
    // Another engine stored it, and may be dead: a claim that did not see the opt-out is waited for here.
    const fresh = phones.filter((phone) => !before.has(phone));
    if (fresh.length > 0) await asClient(db, clientId, (tx) => barWaiting(tx, clientId, fresh));
    const now = await callsInHand(db, clientId, phones);
    const toCancel = await waitForCarrier(clientId, phones);
    const free = due.filter(({ kind }) => kind !== 'opt_out');
    const still = new Map<string, InHand>();
    for (const reply of stops) {
      const own = inHandOf(now, reply.phone);
      const same = stillInHand(before.get(reply.phone) ?? own, own);
      if (same.size > 0) still.set(reply.phone, same);
      else if (!toCancel.has(reply.phone)) free.push(reply);
    }
    // Also without those that another engine has sent: a later opt-out of that number begins anew.
    if (still.size > 0) inHand.set(clientId, still);
    else inHand.delete(clientId);
    return free.map(({ textReplyId }) => textReplyId);
  }

  /** Numbers with a text or an answer that their carrier is still to be asked for. */
  async function waitForCarrier(clientId: number, phones: string[]): Promise<Set<string>> {
    const now = new Date(clock.now());
    const inHandSince = new Date(clock.now() - longestInHand * clock.speed);
    return asClient(db, clientId, async (tx) => {
      const texts = await waitingForCancels(tx, clientId, phones, now);
      const about = { now, inHandSince };
      const replies = await waitingForReplyCancels(tx, clientId, phones, about);
      return new Set([...texts, ...replies]);
    });
  }

  return { ready, isWaiting: () => inHand.size > 0 };
}
