/** After a sweep: what is left of each client's data, and what goes next, for the screen. */
import { type KeptKind, keptKinds } from '#contract/retention.ts';
import { cutoffOf, firstSweepOf, monthCutoffOf } from '#domain/retention.ts';
import { asOwner, type Tx } from '../database.ts';
import { keepCounted } from '../queries/retention-figure.ts';
import {
  bytesByRows,
  type Counted,
  countBefore,
  countStored,
  readSizes,
  type StoredKind,
} from '../queries/retention-standing.ts';
import { countingMs, orNextTime, type RetentionDeps, step } from './batches.ts';
import type { OfClient } from './lists.ts';

interface CountedClient {
  client: OfClient;
  stored: Record<StoredKind, Counted>;
  next: Record<KeptKind, number>;
}

/** A client whose rows take too long to count keeps its figures of the last time. */
export async function countKept(deps: RetentionDeps, clients: readonly OfClient[]): Promise<void> {
  const counted: CountedClient[] = [];
  for (const client of clients) {
    const { clientId } = client;
    const one = await orNextTime(
      () => step(deps, clientId, (tx) => countClient(tx, client), countingMs),
      undefined,
    );
    if (one) counted.push(one);
  }
  const sizes = await asOwner(deps.db, readSizes);
  const bytes = bytesByRows(
    counted.map(({ stored }) => stored),
    sizes,
  );
  for (const { client, stored, next } of counted) {
    await step(deps, client.clientId, async (tx) => {
      for (const kind of keptKinds) {
        const { rows, oldest } = stored[kind];
        await keepCounted(tx, client.clientId, kind, {
          ...{ rows, oldest, bytes: bytes(kind, rows) },
          ...{ days: client.days[kind], nextRows: next[kind] },
        });
      }
    });
  }
}

async function countClient(tx: Tx, client: OfClient): Promise<CountedClient> {
  const { clientId, days, now } = client;
  const stored = await countStored(tx, clientId, 'all');
  const next = {} as Record<KeptKind, number>;
  for (const kind of keptKinds) {
    const oldest = stored[kind].oldest?.getTime() ?? null;
    const sweep = firstSweepOf(kind, { oldest, days: days[kind], now });
    const byMonth = kind === 'calls' || kind === 'texts';
    const before = sweep && (byMonth ? monthCutoffOf : cutoffOf)(sweep, days[kind]);
    next[kind] = before ? await countBefore(tx, clientId, kind, new Date(before)) : 0;
  }
  return { client, stored, next };
}
