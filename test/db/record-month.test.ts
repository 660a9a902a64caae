/** A month of call records is made beside those who read and write them, and is like any other. */
import { expect, test } from 'vitest';
import { asClient, asOwner, asPlatform, asReportSnapshot } from '../../src/db/database.ts';
import { ensureCallRecordMonth } from '../../src/db/queries/call-record-month.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();

test('a month is made while a report reads call records and a result is being stored', async () => {
  await asPlatform(db, (tx) => ensureCallRecordMonth(tx, new Date('2027-01-15T12:00:00Z')));
  await asReportSnapshot(db, async (report) => {
    await report.rows('SELECT FROM call_record WHERE client_id = 1');
    await asClient(db, 1, async (writer) => {
      await writer.run('DELETE FROM call_record WHERE client_id = 1');
      await asPlatform(db, async (tx) => {
        await tx.run("SET LOCAL lock_timeout = '500ms'");
        await ensureCallRecordMonth(tx, new Date('2027-02-01T00:00:00Z'));
      });
    });
  });
  const months = await asOwner(db, (tx) =>
    tx.rows<{ bound: string }>(
      `SELECT pg_get_expr(relpartbound, oid) AS bound FROM pg_class
       WHERE relname IN ('call_record_202701', 'call_record_202702') ORDER BY relname`,
    ),
  );
  expect(months.map(({ bound }) => bound)).toEqual([
    "FOR VALUES FROM ('2027-01-01 00:00:00+00') TO ('2027-02-01 00:00:00+00')",
    "FOR VALUES FROM ('2027-02-01 00:00:00+00') TO ('2027-03-01 00:00:00+00')",
  ]);
});

test('it has the indexes, constraints and rights of a month made as PARTITION OF', async () => {
  await asPlatform(db, (tx) => ensureCallRecordMonth(tx, new Date('2027-04-15T12:00:00Z')));
  await asOwner(db, async (tx) => {
    await tx.run(
      `CREATE TABLE call_record_209901 PARTITION OF call_record
       FOR VALUES FROM ('2099-01-01 00:00+00') TO ('2099-02-01 00:00+00') PARTITION BY HASH (client_id)`,
    );
    for (let part = 0; part < 8; part += 1) {
      await tx.run(
        `CREATE TABLE call_record_209901_${part} PARTITION OF call_record_209901
         FOR VALUES WITH (MODULUS 8, REMAINDER ${part})`,
      );
    }
  });
  const [made, usual] = [
    await anatomyOf('call_record_202704'),
    await anatomyOf('call_record_209901'),
  ];
  expect(made).toEqual(usual);
  expect(made.length).toBe(9);
});

interface Anatomy {
  name: string;
  indexes: string[];
}

/** The tables of a month, without the month in the names. */
async function anatomyOf(month: string): Promise<Anatomy[]> {
  const rows = await asOwner(db, (tx) =>
    tx.rows<Anatomy>(
      `SELECT replace(c.relname, $1, 'month') AS name, c.relkind, c.relacl, c.relrowsecurity,
         c.relforcerowsecurity, pg_get_userbyid(c.relowner) AS owner, c.reloptions,
         pg_get_partkeydef(c.oid) AS parts,
         CASE WHEN c.relname <> $1 THEN pg_get_expr(c.relpartbound, c.oid) END AS bound,
         ARRAY(SELECT regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE (UNIQUE )?INDEX .* USING', '\\1')
             || coalesce((SELECT ' of ' || regexp_replace(h.inhparent::regclass::text, '^' || $1 || '.*', 'month')
                 FROM pg_inherits h WHERE h.inhrelid = i.indexrelid), ' alone')
           FROM pg_index i WHERE i.indrelid = c.oid AND i.indisvalid ORDER BY 1) AS indexes,
         ARRAY(SELECT concat_ws(' ', k.contype, pg_get_constraintdef(k.oid), k.conislocal, k.coninhcount)
           FROM pg_constraint k WHERE k.conrelid = c.oid ORDER BY 1) AS constraints,
         ARRAY(SELECT concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
             a.attcollation::regcollation, a.attstorage, pg_get_expr(d.adbin, d.adrelid))
           FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
           WHERE a.attrelid = c.oid AND a.attnum > 0 ORDER BY a.attnum) AS columns
       FROM pg_class c WHERE c.relname ^@ $1 AND c.relkind IN ('r', 'p') ORDER BY c.relname`,
      [month],
    ),
  );
  for (const { indexes } of rows) expect(indexes.length).toBe(11);
  return rows;
}
