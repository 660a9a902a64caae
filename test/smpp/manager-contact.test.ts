/** A text to a manager's own phone over SMPP: sent once, and delivered when each of its parts is. */
import pino from 'pino';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { ManagerContacts } from '../../src/engine/manager/manager-contacts.ts';
import { createTextsInFlight } from '../../src/engine/text/texts-in-flight.ts';
import { ask, newest } from '../engine/manager-world.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { afternoon, vault } from '../engine/world.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { boundRoute, smscOf } from './open-route.ts';

const db = await freshDatabase();
const from = '13025560077';

test('a long text goes to a manager in parts over SMPP, once, and its receipts say that it was delivered', async () => {
  const { clientId, manager } = await makeClient(db);
  const who = { clientId, managerId: manager.managerId };
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET text_carrier = 'smpp' WHERE client_id = $1`, [clientId]),
  );
  await asClient(db, clientId, (tx) =>
    tx.run(`INSERT INTO texting_number (client_id, phone) VALUES ($1, $2)`, [clientId, from]),
  );
  const clock = virtualClock(afternoon);
  const smsc = await smscOf({ fate: () => ({ receipts: [{ stat: 'DELIVRD', after: 5 }] }) });
  const route = await boundRoute(smsc, { clock });
  const textCarriers = new Map([['smpp', route.text]]);
  const shared = { inProgress: new Map(), textsInFlight: createTextsInFlight() };
  const { engine } = makeEngine(db, { clock, deps: { textCarriers, shared } });
  const contacts = new ManagerContacts({
    ...{ db, vault, clock: { now: clock.now, speed: 1 }, log: pino({ level: 'silent' }) },
    ...{ carriers: new Map(), textCarriers, ...shared },
  });
  await ask(db, who, { plan: { kind: 'text', from, body: 'Good morning. '.repeat(20) } });
  await until(async () => {
    clock.advance(simMs(250));
    contacts.expect();
    await contacts.tick();
    await engine.tick();
    return (await newest(db, who)).status === 'delivered' || undefined;
  }, 30);
  expect(smsc.taken.map(({ to }) => to)).toEqual(['13025550148', '13025550148']);
  const kept = await asClient(db, clientId, (tx) => tx.rows('SELECT FROM text_receipt'));
  expect(kept).toEqual([]);
  await engine.stop();
});
