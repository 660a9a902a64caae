/** Slots that the restored database does not know, such as those of commands since the backup. */
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { journalOf, nameOf, reconcileIn } from './long-ago.ts';
import { imported, lift, listed, withClient } from './stops.ts';

const phones = ['12125559991', '12125559992', '12125559993'];

/** Three imports since the backup, each with its own file in the second slot; held, nothing runs. */
async function putBack() {
  const { world, client } = await withClient();
  await world.backup();
  const running = await world.begin();
  for (const phone of phones) await imported(world, client, [phone]);
  await running.witness.check();
  const files = await journalOf(world, running.db, { slot: 2 });
  expect(files).toHaveLength(3);
  await running.end();
  await world.restore();
  const held = await world.begin();
  expect(held.witness.hold()).toMatchObject({ code: 'rolled_back' });
  await held.end();
  return { world, client, files };
}

test('a slot that the backup does not know is read once, and what is lifted since stays lifted', async () => {
  const { world, client } = await putBack();
  expect(await reconcileIn(world, 'one')()).toMatchObject({ code: 0 });
  const first = await world.begin();
  expect(first.witness.hold()).toBeNull();
  expect(await listed(first, client)).toEqual(phones);
  await lift(first, client);
  await first.end();
  for (const _ of ['second', 'third']) {
    const later = await world.begin();
    expect(later.witness.hold()).toBeNull();
    expect(await listed(later, client)).toEqual([]);
    await later.end();
  }
});

test('files of it that are removed after the hold begin no other hold', async () => {
  const { world, files } = await putBack();
  expect(await reconcileIn(world, 'one')()).toMatchObject({ code: 0 });
  rmSync(files[0] ?? '');
  const later = await world.begin();
  expect(later.witness.hold()).toBeNull();
  await later.end();
});

test("the operator's decision about a lost part of it is kept at the next start", async () => {
  const { world, files } = await putBack();
  rmSync(files[0] ?? '');
  expect(await reconcileIn(world, 'one')()).toMatchObject({ code: 1 });
  const gone = await reconcileIn(world, 'one')(`--gone=${nameOf(world, 'one')}`);
  expect(gone).toMatchObject({ code: 0, out: expect.stringContaining('The hold is over') });
  for (const _ of ['first', 'second']) {
    const later = await world.begin();
    expect(later.witness.hold()).toBeNull();
    await later.end();
  }
});
