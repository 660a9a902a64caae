/** Journals that an earlier version wrote: their form on disk is a promise to that version, too. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { commandsOn } from '../cli/command-run.ts';
import { campaignState, readCallLog } from '../engine/world.ts';
import { endLeases, placed, runningCampaign, twice } from './calls.ts';
import { type WitnessWorld, witnessWorld } from './witness-world.ts';

/** The newest journal file of the folder `one`, which has one slot. */
function newestJournal(world: WitnessWorld): string {
  const root = join(world.folder('one'), 'witness');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const journals = files.filter((file) => /journal-\d+\.log$/.test(file)).sort();
  return join(root, journals.at(-1) ?? '');
}

test('calls and stops in the journal of an earlier version are reconciled: nobody is called twice', async () => {
  const world = await witnessWorld();
  const first = await world.begin();
  const campaign = await runningCampaign(first, 40);
  const { clientId, campaignId } = campaign;
  await first.run(2_000);
  const before = placed(world);
  const waiting = await asClient(first.db, clientId, (tx) =>
    tx.rows<{ list: number; entry: number; phone: string }>(
      `SELECT e.call_list_id AS list, e.entry_id AS entry, e.phone FROM list_entry e
       WHERE e.client_id = $1 AND NOT EXISTS (
         SELECT FROM attempt a WHERE a.client_id = $1
           AND a.call_list_id = e.call_list_id AND a.entry_id = e.entry_id)
       ORDER BY e.entry_id DESC LIMIT 3`,
      [clientId],
    ),
  );
  const [called, another, stopped] = waiting;
  if (!called || !another || !stopped) throw new Error('Too few entries wait.');
  await first.end();
  const file = newestJournal(world);
  expect(readFileSync(file, 'utf8')).toMatch(
    new RegExp(`^H ${clientId} ${campaignId} \\d+ \\d+ \\d+ \\d+$`, 'm'),
  );
  // After the backup that this database was restored from; by the build before "submission".
  const lines = [called, another].map(
    ({ list, entry, phone }) =>
      `H ${clientId} ${campaignId} ${list} ${entry} ${phone} 1763672400000\n`,
  );
  lines.push(`O ${clientId} ${stopped.phone} key 1763672400000\n`);
  appendFileSync(file, lines.join(''));

  const second = await world.begin();
  expect(second.witness.hold()).toMatchObject({ code: 'rolled_back' });
  const carillon = commandsOn(world.url, { env: { CARILLON_DATA: world.folder('one') } });
  const said = await carillon('restore', 'reconcile', '--no-carriers');
  expect(said.out).toContain('2 of them were missing and now count as attempted');
  expect(said.out).toContain('1 opt-out recorded since then');
  expect(said.code).toBe(0);
  await second.witness.check();
  await endLeases(second);
  await second.runUntil(async () => (await campaignState(second.db, campaign)).completed);
  expect(twice(world)).toEqual([]);
  expect(placed(world)).toBe(37);
  expect(before).toBeLessThan(37);
  const numbers = readCallLog(world.folder('carrier')).map(({ to }) => to);
  for (const { phone } of waiting) expect(numbers).not.toContain(phone);
  await second.end();
});
