/**
 * A 9 in a call of this engine: the number is listed, and the person hears so only when no other
 * campaign, of whichever engine, is about to call or text it any more (promise 2). A person in a call
 * is claimed by no other; but a call of which nothing was heard for minutes counts as over, and may
 * still be up.
 */

import type { CallEvent, VoiceCarrier } from '#carriers/port.ts';
import type { Database, Tx } from '#db/database.ts';
import { optOut } from '#db/queries/opt-out.ts';
import { commitOptOuts } from '#db/queries/opt-out-commit.ts';
import { callsInHand, type InHand, inHandOf, stillInHand } from '#db/queries/opt-out-settled.ts';
import type { RunnerDeps } from '../deps.ts';
import { type Call, optedOutPrompt } from './call.ts';

export interface KeyOptOuts {
  /** The key is acknowledged when the person is told. */
  add(call: Call, event: CallEvent): void;
  /** Lists the numbers, and tells whom it may. On an error the rest waits for the next time. */
  store(): Promise<void>;
}

interface Listed {
  call: Call;
  event: CallEvent;
  /** What was in hand when it was looked at first. */
  before?: InHand;
}

export function createKeyOptOuts(
  { db, clock }: Pick<RunnerDeps, 'db' | 'clock'>,
  clientId: number,
  carrier: VoiceCarrier | undefined,
): KeyOptOuts {
  const unlisted: Listed[] = [];
  const listed = new Set<Listed>();

  async function list(): Promise<void> {
    for (let next = unlisted[0]; next !== undefined; next = unlisted[0]) {
      await listByKey(db, clientId, next.call.phone);
      listed.add(next);
      unlisted.shift();
    }
  }

  function tell({ call, event, before }: Listed): void {
    carrier?.play(call.attemptId, optedOutPrompt, before ? clock.now() : event.at);
    carrier?.acknowledge([event]);
  }

  return {
    add(call, event) {
      unlisted.push({ call, event });
    },
    async store() {
      await list();
      if (listed.size === 0) return;
      const phones = [...listed].map(({ call }) => call.phone);
      const now = await callsInHand(db, clientId, phones);
      for (const one of [...listed]) {
        const others = inHandOf(now, one.call.phone, one.call);
        const left = stillInHand(one.before ?? others, others);
        if (left.size > 0) one.before = left;
        else {
          tell(one);
          listed.delete(one);
        }
      }
    },
  };
}

/** Lists a number whose person pressed 9. */
export async function listByKey(db: Database, clientId: number, phone: string): Promise<void> {
  const list = (tx: Tx) => optOut(tx, clientId, phone, 'key');
  await commitOptOuts(db, clientId, list, () => [phone]);
}
