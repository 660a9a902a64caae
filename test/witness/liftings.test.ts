import { beforeEach, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { deleteDoNotCall } from '../../src/db/queries/do-not-call-lift.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { commandsOn } from '../cli/command-run.ts';
import { makeClient } from '../harness/clients.ts';
import { type Phase, type WitnessWorld, witnessWorld } from './witness-world.ts';

const phone = '12125550299';
let world: WitnessWorld;
let clientId: number;
let managerId: number;

beforeEach(async () => {
  world = await witnessWorld();
  const first = await world.begin();
  const made = await makeClient(first.db);
  ({ clientId } = made);
  ({ managerId } = made.manager);
  await first.end();
  await world.backup();
});

const stop = ({ db }: Phase) => asClient(db, clientId, (tx) => optOut(tx, clientId, phone, 'key'));

const listed = ({ db }: Phase) =>
  asClient(db, clientId, (tx) =>
    tx.row<{ id: number }>(
      'SELECT do_not_call_id AS id FROM do_not_call WHERE client_id = $1 AND phone = $2',
      [clientId, phone],
    ),
  );

async function lift(phase: Phase): Promise<void> {
  const id = (await listed(phase))?.id ?? 0;
  const lifting = { id, managerId, reason: 'Asked for it in writing' };
  await asClient(phase.db, clientId, (tx) => deleteDoNotCall(tx, clientId, lifting));
}

/** Back to before the stop; then the journal is reconciled. */
async function reconciled(): Promise<boolean> {
  await world.restore();
  const phase = await world.begin();
  expect(phase.witness.hold()).toMatchObject({ code: 'rolled_back' });
  const carillon = commandsOn(world.url, { env: { CARILLON_DATA: world.folder('one') } });
  expect((await carillon('restore', 'reconcile', '--no-carriers')).code).toBe(0);
  return (await listed(phase).finally(() => phase.end())) !== undefined;
}

test('a lifting whose commit failed leaves the stop in force, even after a restored backup', async () => {
  const phase = await world.begin();
  await stop(phase);
  await phase.db.pool.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE 'No space left on device' USING ERRCODE = 'disk_full'; END $$`,
  );
  await phase.db.pool.query(
    `CREATE CONSTRAINT TRIGGER refuse AFTER DELETE ON do_not_call DEFERRABLE INITIALLY DEFERRED
     FOR EACH ROW EXECUTE FUNCTION refuse()`,
  );
  await expect(lift(phase)).rejects.toThrow('No space left');
  expect(await listed(phase)).toBeDefined();
  await phase.end();
  expect(await reconciled()).toBe(true);
});

test('a lifting that was committed counts after a restored backup, and a stop after it counts too', async () => {
  const phase = await world.begin();
  await stop(phase);
  await lift(phase);
  await phase.end();
  expect(await reconciled()).toBe(false);

  const later = await world.begin();
  await stop(later);
  await lift(later);
  await stop(later);
  await later.end();
  expect(await reconciled()).toBe(true);
});
