/** A history of the demo that cannot be loaded: nothing waits for it forever. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { ensureDemoClient } from '../../src/cli/demo/demo-client.ts';
import { startDemoHistory } from '../../src/cli/demo/history.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { readClientCarriers } from '../../src/db/queries/carrier-state.ts';
import { findDemoClients } from '../../src/db/queries/demo-history.ts';
import { writeAnchor } from '../../src/db/queries/simulation.ts';
import { realMs, simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();

test('a history that cannot be read is given up after three tries, and starts wait no longer', async () => {
  const config = { dataFolder: tmpdir(), demoPassword: 'plum kettle 4471 harbor' };
  await ensureDemoClient(db, { ...config, demo: 'full' });
  const anchor = Date.parse('2026-11-20T19:00:00Z');
  await asPlatform(db, (tx) =>
    writeAnchor(tx, { realAnchor: realMs(anchor), simulatedAnchor: simMs(anchor), speed: 1 }, null),
  );
  const [client] = await asPlatform(db, findDemoClients);
  const clientId = client?.clientId ?? 0;
  const madeUp = async () =>
    (await asClient(db, clientId, (tx) => readClientCarriers(tx, clientId)))?.madeUp;
  expect(await madeUp()).toBe('loading');

  const folder = mkdtempSync(join(tmpdir(), 'carillon-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const broken = join(folder, 'history.bin');
  writeFileSync(broken, 'not a history');
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const vault = createVault(Buffer.alloc(32, 3));
  await startDemoHistory({ db, vault, log, file: pathToFileURL(broken) }).done;

  expect(await madeUp()).toBe('loaded');
  expect(logged.map((line) => JSON.parse(line).level)).toEqual([40, 40, 50]);
  const campaigns = 'SELECT campaign_id FROM campaign WHERE client_id = $1';
  expect(await asClient(db, clientId, (tx) => tx.rows(campaigns, [clientId]))).toEqual([]);
});
