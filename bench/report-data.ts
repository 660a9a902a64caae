/** Synthetic call records for bench/reports.ts: 20 clients over 90 days, in the order of time. */
import { asOwner, type Database } from '../src/db/database.ts';

/** The first instant of the 90 days. */
export const firstDay = Date.parse('2026-08-22T00:00:00Z');
export const days = 90;
const rowsOfAStep = 250_000;

/** Client 1 has a fifth of all rows, client 7 a twentieth; the others share the rest. */
const clientOfRow = `CASE WHEN n % 20 < 4 THEN 1 WHEN n % 20 = 4 THEN 7
  ELSE (ARRAY[2,3,4,5,6,8,9,10,11,12,13,14,15,16,17,18,19,20])[1 + h % 18] END`;

const pools = `
  CREATE TEMP TABLE family AS SELECT row_number() OVER () AS i, a || b AS name
    FROM unnest(string_to_array('Ack,Bau,Car,Dor,Ein,Fen,Gar,Hol,Ing,Jor,Kal,Lin,Mar,Nor,Oak,Pet,Quin,Ros,Sal,Tur,Ulm,Vin,Wal,Yor,Zim,Ander,Bern,Cas,Del,Ever,Feld,Gold,Hart,Iron,Jack,Kings,Lang,Morn,New,Ol,Pen,Rich,Sil,Thorn,Under,Van,Wein,York,Zell,Blum', ',')) a,
         unnest(string_to_array('stein,berg,son,man,feld,ton,ley,ford,wood,field,ez,er,smith,well,more,ham,worth,land,dale,ski,baum,hoff,bach,rick,lund,strom,quist,gren,by,ridge', ',')) b;
  CREATE TEMP TABLE given AS SELECT row_number() OVER () AS i, name FROM unnest(string_to_array(
    'Maria,Latoya,Anh,Deborah,Kwame,Bernadette,Christopher,Priyanka,Patricia,Ifeoma,James,Gregory,Mohammed,Nathaniel,Yuki,Shirley,Robert,Tyrone,Wei,Samuel,Guadalupe,Zoë,Jürgen,Ann,Bo,Carl,Dana,Eve,Finn,Gus', ',')) name;
  CREATE TEMP TABLE town AS SELECT row_number() OVER () AS i, a || b AS name
    FROM unnest(string_to_array('Wil,New,Spring,River,Lake,Oak,Maple,Fair,George,Frank,Madi,Clay,Ash,Mil,Har,Bright,Green,Red,Stone,West', ',')) a,
         unnest(string_to_array('mington,castle,field,side,view,town,port,haven,burg,son,ville,dale,brook,ford,ton,wood,mont,bury,land,ham', ',')) b;
  ANALYZE family, given, town`;

/** @param client SQL: whose record a row is */
const insertFor = (client: string) => `
  INSERT INTO call_record (client_id, started_at, call_list_id, entry_id, campaign_id, answered_at,
    finished_at, duration, billed_duration, minute_cost, cost, result, call_type, phone, caller_id,
    caller_id_type, call_list_name, campaign_name, first_name, last_name, ssn, ssn_index,
    ssn_last4_index, dob_index, dob_year_index, city, state_code, zip_code, external_id)
  SELECT client, at, client * 1000 + h % 60, n, client * 100 + h % 46,
    CASE WHEN seconds > 0 THEN at + interval '11 seconds' END,
    at + make_interval(secs => 11 + seconds), seconds, billed, 14500, billed * 14500 / 60,
    CASE WHEN seconds > 0 THEN 'person' ELSE 'no_answer' END,
    CASE WHEN h % 50 = 0 THEN 'Transfer' ELSE 'Outbound' END,
    '1' || (2000000000 + h::bigint * 7919 % 7999999999), '1302555' || 1000 + h % 9000, 3,
    'List ' || h % 60, 'Campaign ' || h % 46, given.name,
    CASE WHEN h % 1150 = 7 THEN 'Qvistgaard' ELSE family.name END,
    CASE WHEN hidden THEN decode(md5(n::text) || md5(h::text), 'hex') END,
    CASE WHEN hidden THEN decode(md5('ssn' || h % 900000000), 'hex') END,
    CASE WHEN hidden THEN decode(md5('last' || h % 10000), 'hex') END,
    CASE WHEN hidden THEN decode(md5('dob' || h % 25000), 'hex') END,
    CASE WHEN hidden THEN decode(md5('year' || h % 70), 'hex') END,
    town.name, (ARRAY['DE','PA','NJ','MD','VA','NY','OH','TX'])[1 + h % 8],
    lpad((h % 99999)::text, 5, '0'), 'A' || lpad((h % 9999999)::text, 7, '0')
  FROM (
    SELECT n, h, ${client} AS client, n % 3 = 0 AS hidden,
      $4::timestamptz + $5::interval * (n::float8 / $3) AS at,
      CASE WHEN h % 10 < 4 THEN 0 ELSE 6 + h / 7 % 480 END AS seconds,
      CASE WHEN h % 10 < 4 THEN 0 ELSE greatest(30, (6 + h / 7 % 480 + 5) / 6 * 6) END AS billed
    FROM (SELECT n, hashint8(n) & 2147483647 AS h FROM generate_series($1::bigint, $2::bigint) n) numbers
  ) calls
  JOIN family ON family.i = 1 + h / 3 % 1500
  JOIN given ON given.i = 1 + h / 11 % 30
  JOIN town ON town.i = 1 + h / 13 % 400`;

/**
 * Loads call_record without its indexes, then builds them as the migrations define them (unless that
 * is not wanted), and vacuums, as autovacuum does while records are written.
 */
export async function loadCallRecords(
  db: Database,
  rows: number,
  say: (line: string) => void,
  { indexed = true, client = clientOfRow } = {},
): Promise<void> {
  await asOwner(db, async (tx) => {
    await tx.run(pools);
    // The owner is bound by the policies too; for the load only, this lifts it.
    await tx.run('ALTER TABLE call_record NO FORCE ROW LEVEL SECURITY');
    for (const month of ['2026-08-30', '2026-09-30', '2026-10-30', '2026-11-30']) {
      await tx.run('SELECT ensure_call_record_month($1::timestamptz)', [month]);
    }
    const indexes = await tx.rows<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE indrelid = 'call_record'::regclass AND NOT indisprimary`,
    );
    const key = await tx.row<{ definition: string }>(
      `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'call_record_pkey'`,
    );
    await tx.run('ALTER TABLE call_record DROP CONSTRAINT call_record_pkey');
    for (const { name } of indexes) await tx.run(`DROP INDEX ${name}`);
    const began = Date.now();
    for (let from = 1; from <= rows; from += rowsOfAStep) {
      const to = Math.min(rows, from + rowsOfAStep - 1);
      await tx.run(insertFor(client), [from, to, rows, new Date(firstDay), `${days} days`]);
    }
    say(`${rows} rows loaded without indexes in ${since(began)} s`);
    const built = Date.now();
    if (indexed) {
      await tx.run(`ALTER TABLE call_record ADD CONSTRAINT call_record_pkey ${key?.definition}`);
      for (const { definition } of indexes) await tx.run(definition.replace(' ON ONLY ', ' ON '));
      say(`indexes built in ${since(built)} s`);
    }
    await tx.run('ALTER TABLE call_record FORCE ROW LEVEL SECURITY');
  });
  await db.pool.query('VACUUM (ANALYZE) call_record');
}

export function since(began: number): string {
  return ((Date.now() - began) / 1000).toFixed(1);
}
