/** Processes that start on a data folder: several at once, as a hold ends, and after a power cut. */
import { spawn } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { readWitnesses } from '../../src/db/queries/witness.ts';
import { readMark } from '../../src/witness/mark.ts';
import { placeMore, runningCampaign } from './calls.ts';
import { type Phase, type WitnessWorld, witnessWorld } from './witness-world.ts';

const children: ReturnType<typeof spawn>[] = [];
afterAll(() => {
  for (const child of children) child.kill();
});

/** @returns a function that starts a witness in its own process and returns the result */
async function startingHost(world: WitnessWorld): Promise<() => Promise<string>> {
  const script = join(import.meta.dirname, 'starting-host.ts');
  const child = spawn(process.execPath, [script, world.url, world.folder('one')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  expect(await next()).toBe('ready');
  return () => {
    child.stdin.write('start\n');
    return next();
  };
}

/** The folders of the slots, in order. */
function slotsIn(world: WitnessWorld): string[] {
  const witness = join(world.folder('one'), 'witness');
  const [installation = ''] = readdirSync(witness).filter((one) => /^[0-9a-f-]{36}$/.test(one));
  return readdirSync(join(witness, installation))
    .filter((one) => /^\d+$/.test(one))
    .sort()
    .map((slot) => join(witness, installation, slot));
}

const query = ({ db }: Pick<Phase, 'db'>, sql: string) => db.pool.query(sql);

test('processes of one folder that start at the same time after a hold all start', async () => {
  const world = await witnessWorld();
  const phases = [await world.begin(), await world.begin(), await world.begin()];
  const [first] = phases;
  if (!first) throw new Error('No process started.');
  await runningCampaign(first, 50);
  await placeMore(world, first, 5);
  for (const phase of phases) await phase.end();
  const starts = await Promise.all([1, 2, 3].map(() => startingHost(world)));
  const looker = await world.begin({ folder: 'two', placesCalls: false });
  for (let round = 0; round < 10; round += 1) {
    // Like the end of a hold while no process of the folder was running.
    await query(looker, 'UPDATE installation SET generation = generation + 1');
    const said = await Promise.all(starts.map((start) => start()));
    expect(said).toEqual(['placing', 'placing', 'placing']);
  }
  await looker.end();
});

test('a process that starts as a hold ends knows the database', async () => {
  const world = await witnessWorld();
  const one = await world.begin();
  await runningCampaign(one, 50);
  await placeMore(world, one, 5);
  await world.holdByHand();
  await one.end();
  const client = new Client({ connectionString: world.url });
  await client.connect();
  // The hold ends between the process's check and the row that it then writes.
  await client.query(
    `CREATE FUNCTION end_hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
       UPDATE public.installation SET hold_since = NULL, hold_code = NULL, generation = generation + 1
       WHERE hold_since IS NOT NULL;
       RETURN NEW;
     END $$;
     CREATE TRIGGER end_hold BEFORE INSERT ON witness FOR EACH ROW EXECUTE FUNCTION end_hold()`,
  );
  await client.end();
  const here = await world.begin();
  expect(here.witness.hold()).toBeNull();
  const [slot = ''] = slotsIn(world);
  const { rows } = await query(here, 'SELECT generation FROM installation');
  expect(readMark(slot)?.generation).toBe(Number(rows[0].generation));
  await here.end();
});

test('lines that are not on disk are not reported to the database', async () => {
  const world = await witnessWorld();
  const phase = await world.begin();
  await runningCampaign(phase, 50);
  await placeMore(world, phase, 5);
  await phase.witness.check();
  const position = async () => (await asPlatform(phase.db, readWitnesses))[0]?.position;
  await placeMore(world, phase, 5);
  // The disk fails: later lines cannot be synced.
  const [slot = ''] = slotsIn(world);
  const file = join(
    slot,
    readdirSync(slot)
      .filter((one) => one.startsWith('journal-'))
      .sort()
      .at(-1) ?? '',
  );
  const descriptor = descriptorOf(file);
  closeSync(descriptor);
  await expect(phase.witness.check()).rejects.toThrow();
  // Only now: the witness's own check, once a second, may have reported some before the disk failed.
  const before = await position();
  await expect(phase.witness.check()).rejects.toThrow();
  expect(await position()).toBe(before);
  expect(openSync(file, 'a')).toBe(descriptor);
  await phase.witness.check();
  expect(await position()).toBe(statSync(file).size);
  await phase.end();
});

function descriptorOf(file: string): number {
  const { ino, dev } = statSync(file);
  for (let descriptor = 3; descriptor < 1_000; descriptor += 1) {
    try {
      const one = fstatSync(descriptor);
      if (one.ino === ino && one.dev === dev) return descriptor;
    } catch {
      // Not open.
    }
  }
  throw new Error(`${file} is not open.`);
}

test('a folder whose id was left empty by a full disk gets one', async () => {
  const world = await witnessWorld();
  const witness = join(world.folder('one'), 'witness');
  const first = await world.begin();
  await first.end();
  const elsewhere = join(world.folder('two'), 'witness');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'id'), '');
  const second = await world.begin({ folder: 'two' });
  expect(second.witness.hold()).toBeNull();
  await second.end();
  expect(statSync(join(elsewhere, 'id')).size).toBe(statSync(join(witness, 'id')).size);
  expect(readdirSync(elsewhere).filter((one) => one.includes('new'))).toEqual([]);
});
