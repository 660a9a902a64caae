/**
 * Who acts, for the audit log (decision 068). It is set once where a request or a command begins, and
 * every transaction below it tells it to the database, so that no writer can forget it. Work
 * without an actor is the platform's own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Actor {
  /** `stranger`: somebody who is not signed in. */
  kind: 'manager' | 'operator' | 'stranger';
  id?: number;
  /** As it is now: the entry keeps it. */
  name: string;
  address?: string;
  browser?: string;
  /** The operation's name in the contract, or the command's. */
  operation: string;
}

const storage = new AsyncLocalStorage<Actor>();

export function actingAs<T>(actor: Actor, work: () => T): T {
  return storage.run(actor, work);
}

/** For `app.actor` of a transaction; undefined for the platform's own work. */
export function actorSetting(): string | undefined {
  const actor = storage.getStore();
  return actor && JSON.stringify(actor);
}
