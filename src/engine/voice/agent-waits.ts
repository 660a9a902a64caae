/**
 * Stores with the attempt that a customer was connected to an agent, or heard that none was free: if this
 * engine dies, the call is counted by that. That an agent is being called is stored before the
 * carrier is asked (agents.ts).
 */
import { asClient } from '#db/database.ts';
import { type NotedWait, noteWaits } from '#db/queries/agent-wait.ts';
import type { RunnerDeps } from '../deps.ts';
import type { Call } from './call.ts';

export interface AgentWaits {
  /** Must be called after each event that a call has reacted to. */
  follow(call: Call): void;
  /** After an error the rest waits for the next time. */
  store(): Promise<void>;
}

export function createAgentWaits({ db }: Pick<RunnerDeps, 'db'>, clientId: number): AgentWaits {
  const waiting = new Set<Call>();
  const noted = new WeakMap<Call, string>();
  return {
    follow(call) {
      const wait = waitOf(call);
      if (!wait) return;
      const state = `${wait.askedAt} ${wait.connectedAt}`;
      if (noted.get(call) === state) return;
      noted.set(call, state);
      waiting.add(call);
    },
    async store() {
      const some = [...waiting];
      // The record of an ended call contains what became of it.
      const open = some.flatMap((call) => (call.over ? [] : (waitOf(call) ?? [])));
      if (open.length > 0) await asClient(db, clientId, (tx) => noteWaits(tx, clientId, open));
      for (const call of some) waiting.delete(call);
    },
  };
}

/** Undefined: nothing beyond what a call to an agent has stored. */
function waitOf({ callListId, entryId, linkback }: Call): NotedWait | undefined {
  if (linkback?.askedAt === undefined) return undefined;
  const { askedAt, connectedAt, abandoned } = linkback;
  if (connectedAt === undefined && !abandoned) return undefined;
  return { callListId, entryId, askedAt, connectedAt: connectedAt ?? null };
}
