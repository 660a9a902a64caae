import { expect, test } from 'vitest';
import type { DoNotCallEntry } from '../../src/contract/do-not-call.ts';
import { asClient } from '../../src/db/database.ts';
import { searchDoNotCall } from '../../src/db/queries/do-not-call.ts';
import { deleteDoNotCall } from '../../src/db/queries/do-not-call-lift.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { inboundText, makeTexting, textingNumberOf, watchedCarrier } from './text-world.ts';
import { afternoon } from './world.ts';

const db = await freshDatabase();
const ann = '12122330001';

/** A client whose carrier cannot tell a repeated text from a second one. */
async function inbox() {
  const campaign = await makeTexting(db, { textPerMinute: 60 });
  const { clientId } = campaign;
  const clock = virtualClock(afternoon);
  const carrier = watchedCarrier(clock, temporaryFolder());
  const deps = { textCarriers: new Map([['simulated', carrier]]) };
  const { engine, run } = makeEngine(db, { clock, deps });
  const textingNumber = await textingNumberOf(db, campaign);
  const hear = async (ref: string, body: string, mayBeNew = false, at = clock.now()) => {
    const of = { ref: `${clientId}-${ref}`, phone: ann, textingNumber, at, body };
    carrier.emit({ ...inboundText(of), ...(mayBeNew && { mayBeNew }) });
    await run(500);
  };
  const rows = <Row>(sql: string) => asClient(db, clientId, (tx) => tx.rows<Row>(sql, [clientId]));
  const blocked = () =>
    rows('SELECT phone, source FROM do_not_call WHERE client_id = $1 ORDER BY phone');
  const stored = () =>
    rows('SELECT message FROM inbound_text WHERE client_id = $1 ORDER BY inbound_text_id');
  const onList = async () => {
    // When it was blocked is a real time, which is later than the texts here.
    await rows("UPDATE do_not_call SET text_at = '2020-01-01Z' WHERE client_id = $1");
    const search = { clientId, digits: '', sort: '-created', limit: 10 } as const;
    return (await searchDoNotCall(db, search)).entries;
  };
  const { managerId } = await makeManager(db, clientId, {});
  const lift = (seen: DoNotCallEntry | undefined) =>
    asClient(db, clientId, (tx) =>
      deleteDoNotCall(tx, clientId, {
        ...{ id: seen?.id ?? 0, managerId, reason: 'She called us.', asked: seen?.asked },
      }),
    );
  return {
    ...{ hear, rows, blocked, stored, onList, lift, now: clock.now, wait: run },
    stop: () => engine.stop(),
  };
}

const asText = { phone: ann, source: 'text' };

test('a STOP that its carrier takes for an earlier one blocks again if a START lifted that one', async () => {
  const box = await inbox();
  await box.hear('1', 'STOP');
  await box.hear('2', 'START');
  expect(await box.blocked()).toEqual([]);
  await box.hear('1', 'STOP', true);
  expect(await box.blocked()).toEqual([asText]);
  expect(await box.stored()).toEqual(['STOP', 'START', 'STOP'].map((message) => ({ message })));
  // The START was sent before it.
  await box.hear('2', 'START', true);
  expect(await box.blocked()).toEqual([asText]);
  await box.stop();
});

test('a STOP that its carrier takes for an earlier one blocks again if a manager lifted that one', async () => {
  const box = await inbox();
  await box.hear('1', 'STOP');
  await box.rows('DELETE FROM do_not_call WHERE client_id = $1');
  await box.hear('1', 'STOP', true);
  expect(await box.blocked()).toEqual([asText]);
  await box.stop();
});

test('a STOP that its carrier takes for an earlier one is that one while it holds', async () => {
  const box = await inbox();
  await box.hear('1', 'STOP');
  await box.hear('1', 'STOP', true);
  expect(await box.stored()).toEqual([{ message: 'STOP' }]);
  const replies = await box.rows('SELECT kind FROM text_reply WHERE client_id = $1');
  expect(replies).toEqual([{ kind: 'opt_out' }]);
  await box.stop();
});

test('a STOP that may be a second one is not lifted by a START from before it', async () => {
  const box = await inbox();
  await box.hear('1', 'STOP');
  const before = box.now();
  await box.wait(5_000);
  await box.hear('1', 'STOP', true);
  // Another engine received it first and stores it last.
  await box.hear('2', 'START', false, before);
  expect(await box.blocked()).toEqual([asText]);
  await box.stop();
});

test('a manager who saw only the first of two STOPs does not lift the second', async () => {
  const box = await inbox();
  await box.hear('1', 'STOP');
  const [seen] = await box.onList();
  await box.wait(5_000);
  await box.hear('1', 'STOP', true);
  await expect(box.lift(seen)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  const [now] = await box.onList();
  await box.lift(now);
  expect(await box.blocked()).toEqual([]);
  await box.stop();
});

test('a STOP that its carrier surely delivered before does not undo the START after it', async () => {
  const box = await inbox();
  await box.hear('1', 'STOP');
  await box.hear('2', 'START');
  await box.hear('1', 'STOP');
  expect(await box.blocked()).toEqual([]);
  expect(await box.stored()).toEqual(['STOP', 'START'].map((message) => ({ message })));
  await box.stop();
});
