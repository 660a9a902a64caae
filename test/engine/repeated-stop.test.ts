import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { virtualClock } from '../../src/domain/clock.ts';
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
  const hear = async (ref: string, body: string, mayBeNew = false) => {
    const of = { ref: `${clientId}-${ref}`, phone: ann, textingNumber, at: clock.now(), body };
    carrier.emit({ ...inboundText(of), ...(mayBeNew && { mayBeNew }) });
    await run(500);
  };
  const rows = <Row>(sql: string) => asClient(db, clientId, (tx) => tx.rows<Row>(sql, [clientId]));
  const blocked = () =>
    rows('SELECT phone, source FROM do_not_call WHERE client_id = $1 ORDER BY phone');
  const stored = () =>
    rows('SELECT message FROM inbound_text WHERE client_id = $1 ORDER BY inbound_text_id');
  return { ...{ hear, rows, blocked, stored }, stop: () => engine.stop() };
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

test('a STOP that its carrier surely delivered before does not undo the START after it', async () => {
  const box = await inbox();
  await box.hear('1', 'STOP');
  await box.hear('2', 'START');
  await box.hear('1', 'STOP');
  expect(await box.blocked()).toEqual([]);
  expect(await box.stored()).toEqual(['STOP', 'START'].map((message) => ({ message })));
  await box.stop();
});
