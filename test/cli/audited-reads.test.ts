/** Commands that change nothing and still leave an entry in the audit log. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifyAudit } from '../../src/db/audit/verify.ts';
import { asPlatform } from '../../src/db/database.ts';
import { freshDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'carillon-audited-'));
const carillon = commandsOn(db.url, { env: { CARILLON_DATA: folder } });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a backup and a test of a carrier are entries of the platform, with what they were about', async () => {
  const file = join(folder, 'one.backup');
  const taken = await carillon('backup', file);
  expect(taken.code, taken.err).toBe(0);
  expect((await carillon('carrier', 'test', 'simulated')).code).toBe(0);
  const entries = await asPlatform(db, (tx) =>
    tx.rows(
      `SELECT actor_kind AS actor, operation, thing_kind AS kind, thing_name AS name, after AS facts
       FROM audit_entry WHERE client_id = 0 ORDER BY sequence`,
    ),
  );
  expect(entries).toEqual([
    {
      ...{ actor: 'operator', operation: 'backup', kind: 'installation', name: null },
      facts: { file, withKey: false },
    },
    {
      ...{ actor: 'operator', operation: 'carrier test', kind: 'carrier', name: 'simulated' },
      facts: { works: true },
    },
  ]);
  expect((await verifyAudit(db)).flatMap(({ faults }) => faults)).toEqual([]);
});
