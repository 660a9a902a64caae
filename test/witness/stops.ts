/** A client whose numbers are blocked by commands and lifted by its manager. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { deleteDoNotCall } from '../../src/db/queries/do-not-call-lift.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { commandIn } from './long-ago.ts';
import { type Phase, type WitnessWorld, witnessWorld } from './witness-world.ts';

/** A process of the first folder has known the database. */
export async function withClient(): Promise<{ world: WitnessWorld; client: TestClient }> {
  const world = await witnessWorld();
  const first = await world.begin();
  const client = await makeClient(first.db);
  await first.end();
  return { world, client };
}

/** By `dnc import` in the first folder: uses the journal of its first free slot. */
export async function imported(
  world: WitnessWorld,
  { code }: TestClient,
  phones: readonly string[],
): Promise<void> {
  const file = join(world.folder('one'), 'numbers.csv');
  writeFileSync(file, `${phones.join('\n')}\n`);
  expect(await commandIn(world, 'one')('dnc', 'import', code, file)).toMatchObject({ code: 0 });
}

/** The blocked numbers, in order. */
export async function listed({ db }: Phase, { clientId }: TestClient): Promise<string[]> {
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ phone: string }>(
      'SELECT phone FROM do_not_call WHERE client_id = $1 ORDER BY phone',
      [clientId],
    ),
  );
  return rows.map(({ phone }) => phone);
}

/** All of them, as a manager does in the console. */
export async function lift({ db }: Phase, { clientId, manager }: TestClient): Promise<void> {
  const { managerId } = manager;
  await asClient(db, clientId, async (tx) => {
    const rows = await tx.rows<{ id: number }>(
      'SELECT do_not_call_id AS id FROM do_not_call WHERE client_id = $1',
      [clientId],
    );
    for (const { id } of rows) {
      await deleteDoNotCall(tx, clientId, { id, managerId, reason: 'Asked for it in writing' });
    }
  });
}
