/** Who is connected to the hub of this process, by manager. */
import type { Session } from '../plugins/session.ts';
import type { HubConnection } from './connection.ts';

/** Open tabs and programs of one manager; beyond it the oldest connection is closed. */
export const mostPerManager = 10;

export interface HubConnections {
  add(connection: HubConnection): void;
  remove(connection: HubConnection): void;
  ofManager(clientId: number, managerId: number): readonly HubConnection[];
  all(): readonly HubConnection[];
}

const keyOf = ({ clientId, managerId }: Pick<Session, 'clientId' | 'managerId'>) =>
  `${clientId}-${managerId}`;

export function hubConnections(): HubConnections {
  const byManager = new Map<string, Set<HubConnection>>();
  return {
    add(connection) {
      const key = keyOf(connection.session);
      const own = byManager.get(key) ?? new Set();
      byManager.set(key, own.add(connection));
      if (own.size <= mostPerManager) return;
      const [oldest] = own;
      // It must not reconnect: two that push each other out would never end.
      oldest?.end({ comeBack: false, error: 'This manager has too many connections.' });
      if (oldest) own.delete(oldest);
    },
    remove(connection) {
      const key = keyOf(connection.session);
      const own = byManager.get(key);
      own?.delete(connection);
      if (own?.size === 0) byManager.delete(key);
    },
    ofManager: (clientId, managerId) => [...(byManager.get(keyOf({ clientId, managerId })) ?? [])],
    all: () => [...byManager.values()].flatMap((own) => [...own]),
  };
}
