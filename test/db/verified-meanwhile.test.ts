/** The audit log is verified while people are erased (decisions 068 and 073). */
import { expect, test } from 'vitest';
import { verifyAudit } from '../../src/db/audit/verify.ts';
import { asOwner, type Tx } from '../../src/db/database.ts';
import { noteAct } from '../../src/db/queries/audit.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const { clientId } = await makeClient(db);
const phone = '12025550143';

const lock = (tx: Tx) => tx.run('LOCK TABLE audit_entry IN ACCESS EXCLUSIVE MODE');
const untilWaiting = (count: number) =>
  until(() =>
    asOwner(db, async (tx) => {
      const rows = await tx.rows(
        `SELECT FROM pg_locks WHERE relation = 'audit_entry'::regclass AND NOT granted`,
      );
      return rows.length >= count || undefined;
    }),
  );

/** The part of an erasure that concerns the log. */
async function eraseFromLog(tx: Tx): Promise<void> {
  await tx.run(`SELECT set_config('app.client_id', $1, true)`, [String(clientId)]);
  const row = await tx.row<{ redacted: object }>('SELECT audit_redact($1, $2) AS redacted', [
    ...[clientId, phone],
  ]);
  await noteAct(tx, { clientId, thing: { kind: 'person' }, facts: row });
}

test('an erasure while the log is verified is no fault of the log', async () => {
  // As versions before decision 073 wrote it, in full.
  await asOwner(db, (tx) =>
    tx.run(
      `SELECT audit_append($1, 'old', 'old', $2, $2, NULL, jsonb_build_object('phone', $2::text), 'done', NULL)`,
      [clientId, phone],
    ),
  );
  const works: Promise<unknown>[] = [];
  const verified: ReturnType<typeof verifyAudit>[] = [];
  await asOwner(db, async (tx) => {
    await lock(tx);
    // The redactions are read as soon as this ends, then comes the erasure, then the entries.
    verified.push(verifyAudit(db));
    await untilWaiting(1);
    works.push(
      asOwner(db, async (erasure) => {
        await lock(erasure);
        await eraseFromLog(erasure);
      }),
    );
    await untilWaiting(2);
  });
  await Promise.all(works);
  const chain = (await verified[0])?.find((one) => one.clientId === clientId);
  expect(chain).toMatchObject({ faults: [], redacted: 1 });
});

test('an entry that was changed otherwise is a fault, also of one that was erased', async () => {
  await asOwner(db, async (tx) => {
    await tx.run('ALTER TABLE audit_entry DISABLE TRIGGER USER');
    await tx.run(
      `UPDATE audit_entry SET thing_id = '2' WHERE client_id = $1 AND thing_kind = 'old'`,
      [clientId],
    );
    await tx.run('ALTER TABLE audit_entry ENABLE TRIGGER USER');
  });
  const chain = (await verifyAudit(db)).find((one) => one.clientId === clientId);
  expect(chain?.faults).toMatchObject([{ kind: 'changed' }]);
});
