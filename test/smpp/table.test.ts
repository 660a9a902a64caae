import pino from 'pino';
import { expect, test } from 'vitest';
import { smppKind } from '../../src/carriers/smpp/kind.ts';
import { asPlatform } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { insertCarrier } from '../../src/db/queries/carrier.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { startCarriers } from '../../src/engine/carriers/start.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { makeTexting, textStories } from '../engine/text-world.ts';
import { afternoon, makeList } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { log, smscOf, temporary } from './open-route.ts';

const db = await freshDatabase();

test('a text route that the operator added is opened with its sealed password, and a campaign uses it', async () => {
  const smsc = await smscOf({ password: 'secret' });
  const vault = createVault(Buffer.alloc(32, 5));
  const settings = { host: '127.0.0.1', port: String(smsc.port), systemId: 'acme' };
  await asPlatform(db, (tx) =>
    insertCarrier(tx, vault, 'smpp', { name: 'main', settings, secrets: { password: 'secret' } }),
  );
  const texting = await makeTexting(db, { message: 'Hello [first_name].' });
  const { clientId, campaignId } = texting;
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET text_carrier = 'main' WHERE client_id = $1`, [clientId]),
  );
  await makeList(db, texting, { entries: 3 });
  const clock = virtualClock(afternoon);
  const dataFolder = temporary();
  const open = await startCarriers({
    ...{ db, vault, log: pino({ level: 'silent' }), engineName: 'test', metrics: createMetrics() },
    kinds: { smpp: smppKind },
    surroundingsOf: (name) => ({
      ...{ name, log, clock, dataFolder, engineName: 'test', randomOf: seededRandom },
      soundUrl: () => '',
      callbackUrl: () => '',
      callbacks: { take: async () => [], find: async () => [], done: async () => {} },
    }),
  });
  try {
    await requestStart(db, clientId, campaignId);
    const { engine } = makeEngine(db, { clock, deps: { textCarriers: open.textCarriers } });
    const stories = await until(async () => {
      clock.advance(simMs(250));
      await engine.tick();
      const all = await textStories(db, clientId);
      return all.length === 3 && all.every(({ result }) => result === 'delivered')
        ? all
        : undefined;
    });
    expect(smsc.taken.map(({ text }) => text).sort()).toEqual(
      stories.map(({ body }) => body).sort(),
    );
    await engine.stop();
  } finally {
    await open.stop();
  }
  await until(() => smsc.counts.unbinds === 1 || undefined);
});
