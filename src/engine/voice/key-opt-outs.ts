/**
 * A 9 in a call of this engine: the number is blocked, and the person hears the confirmation only
 * when no other campaign of any engine is about to call or text it any more (promise 2). A person
 * in a call is claimed by no other campaign; but a call that was silent for minutes counts as over
 * and may still be up.
 */

import type { CallEvent, VoiceCarrier } from '#carriers/port.ts';
import type { Database, Tx } from '#db/database.ts';
import { optOut } from '#db/queries/opt-out.ts';
import { commitOptOuts } from '#db/queries/opt-out-commit.ts';
import {
  stillUnsettled,
  type Unsettled,
  unsettledCalls,
  unsettledOf,
} from '#db/queries/opt-out-settled.ts';
import type { RunnerDeps } from '../deps.ts';
import { type Call, optedOutPrompt } from './call.ts';

export interface KeyOptOuts {
  /** The key is acknowledged when the confirmation is played. */
  add(call: Call, event: CallEvent): void;
  /** Blocks the numbers and confirms where allowed. After an error the rest waits. */
  store(): Promise<void>;
}

interface Blocked {
  call: Call;
  event: CallEvent;
  /** What was in flight at the first check. */
  before?: Unsettled;
}

export function createKeyOptOuts(
  { db, clock }: Pick<RunnerDeps, 'db' | 'clock'>,
  clientId: number,
  carrier: VoiceCarrier | undefined,
): KeyOptOuts {
  const waiting: Blocked[] = [];
  const blocked = new Set<Blocked>();

  async function block(): Promise<void> {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      await blockByKey(db, clientId, next.call.phone);
      blocked.add(next);
      waiting.shift();
    }
  }

  function confirm({ call, event, before }: Blocked): void {
    carrier?.play(call.attemptId, optedOutPrompt, before ? clock.now() : event.at);
    carrier?.acknowledge([event]);
  }

  return {
    add(call, event) {
      waiting.push({ call, event });
    },
    async store() {
      await block();
      if (blocked.size === 0) return;
      const phones = [...blocked].map(({ call }) => call.phone);
      const now = await unsettledCalls(db, clientId, phones);
      for (const one of [...blocked]) {
        const others = unsettledOf(now, one.call.phone, one.call);
        const left = stillUnsettled(one.before ?? others, others);
        if (left.size > 0) one.before = left;
        else {
          confirm(one);
          blocked.delete(one);
        }
      }
    },
  };
}

/** Blocks a number whose person pressed 9. */
export async function blockByKey(db: Database, clientId: number, phone: string): Promise<void> {
  const write = (tx: Tx) => optOut(tx, clientId, phone, 'key');
  await commitOptOuts(db, clientId, write, () => [phone]);
}
