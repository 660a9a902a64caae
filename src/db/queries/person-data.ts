/** Everything that is kept about a person, read for a screen, the command line, or one file. */
import {
  customPrefix,
  mostPersonRows,
  type PersonData,
  type PersonReceipt,
  type PersonRow,
  type PlaceData,
  personPlaces,
} from '#contract/person-data.ts';
import { asClientSnapshot, type Database, type Tx } from '../database.ts';
import type { SealContext, Vault } from '../encryption.ts';
import { entriesOfAccount } from '../entry-steps.ts';
import { placeSql } from './person-places.ts';
import { type HoldingReport, reportsHolding } from './person-reports.ts';
import { type CustomValues, maskedCustom, readSealedCustom } from './sealed-custom.ts';

export interface PersonWish {
  clientId: number;
  /** Eleven digits with a leading 1. */
  phone: string;
  /** SSNs and sensitive fields in full; otherwise what their masks leave. */
  fullSsn?: boolean;
  /** Rows of each place; all without it. */
  most?: number;
  /** Sounds in base64; otherwise only their size. */
  sounds?: boolean;
}

export async function readPerson(
  db: Database,
  vault: Vault,
  wish: PersonWish,
): Promise<PersonData> {
  const { clientId, phone } = wish;
  const { holding: reports } = await reportsHolding(db, vault, wish);
  return asClientSnapshot(db, clientId, async (tx) => {
    const places: PlaceData[] = [];
    for (const place of personPlaces) {
      places.push(
        place === 'reports'
          ? { place, total: reports.length, rows: reports.slice(0, wish.most).map(reportRow) }
          : await readPlace(tx, vault, wish, place),
      );
    }
    return {
      places: places.filter(({ total }) => total > 0),
      otherNumbers: await otherNumbers(tx, clientId, phone),
      receipts: await readReceipts(tx, clientId, phone),
    };
  });
}

/** For a screen. */
export const shownPerson = (wish: PersonWish): PersonWish => ({ ...wish, most: mostPersonRows });

const reportRow = ({ fileName, created }: HoldingReport): PersonRow => ({
  fileName,
  created: created.toISOString(),
});

async function readPlace(
  tx: Tx,
  vault: Vault,
  wish: PersonWish,
  place: keyof typeof placeSql,
): Promise<PlaceData> {
  const { clientId, phone, most } = wish;
  const rows = await tx.rows<Record<string, unknown>>(placeSql[place], [clientId, phone]);
  const names = place === 'entries' ? await customNames(tx, clientId) : new Map();
  const shown = rows.slice(0, most).map((row) => rowOf(row, vault, wish, names));
  return { place, total: rows.length, rows: shown };
}

/** By customIndex, deleted ones too: their values are kept. */
async function customNames(tx: Tx, clientId: number): Promise<CustomNames> {
  const rows = await tx.rows<{ index: number; name: string }>(
    `SELECT custom_index AS index, name FROM account_field WHERE client_id = $1`,
    [clientId],
  );
  return new Map(rows.map(({ index, name }) => [String(index), name]));
}

type CustomNames = ReadonlyMap<string, string>;
type SealPlace = Omit<SealContext, 'clientId' | 'field'>;

function rowOf(
  row: Record<string, unknown>,
  vault: Vault,
  wish: PersonWish,
  names: CustomNames,
): PersonRow {
  const { $table, $list, $row, $custom, custom, ...shown } = row;
  const place = { table: $table, callListId: $list, row: $row } as SealPlace;
  let values = custom as CustomValues | null;
  if ($custom instanceof Uint8Array) {
    const opened = readSealedCustom(vault, $custom, { ...place, clientId: wish.clientId });
    values = { ...values, ...(wish.fullSsn ? opened : maskedCustom(opened)) };
  }
  for (const [index, value] of Object.entries(values ?? {})) {
    shown[`${customPrefix}${names.get(index) ?? index}`] = value;
  }
  const fields = Object.entries(shown).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '') return [];
    return [[name, textOf(name, value, vault, { ...wish, place })] as const];
  });
  return Object.fromEntries(fields);
}

function textOf(
  name: string,
  value: unknown,
  vault: Vault,
  { clientId, fullSsn, sounds, place }: PersonWish & { place: SealPlace },
): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) {
    if (name === 'sound') {
      return sounds ? Buffer.from(value).toString('base64') : `${value.length} bytes`;
    }
    const field = name === 'ssn' ? 'ssn' : 'dateOfBirth';
    const text = vault.read(value, { ...place, clientId, field });
    return name === 'ssn' && !fullSsn ? `ends in ${text.replace(/\D/g, '').slice(-4)}` : text;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The others of the accounts in which the number is, in their lists. */
async function otherNumbers(tx: Tx, clientId: number, phone: string): Promise<string[]> {
  const rows = await tx.rows<{ phone: string }>(
    `SELECT DISTINCT o.phone FROM (
       SELECT call_list_id, account_line, entry_id FROM list_entry
       WHERE client_id = $1 AND phone = $2 OFFSET 0) e
     JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
     CROSS JOIN LATERAL (${entriesOfAccount({
       ...{ list: 'e.call_list_id', entry: 'e.entry_id', line: 'e.account_line' },
       ...{ apart: '(l.phone_columns - 1)', columns: 'phone' },
     })}) o
     WHERE o.phone NOT IN ($2, '') ORDER BY 1 LIMIT 100`,
    [clientId, phone],
  );
  return rows.map((row) => row.phone);
}

/** Newest first. */
export async function readReceipts(
  tx: Tx,
  clientId: number,
  phone: string,
): Promise<PersonReceipt[]> {
  const rows = await tx.rows<Omit<PersonReceipt, 'at' | 'by'> & { at: Date; by: string | null }>(
    `SELECT platform_time(r.at) AS at, m.name AS by, r.hashed, r.counts FROM erasure r
     LEFT JOIN manager m ON m.client_id = $1 AND m.manager_id = r.manager_id
     WHERE r.client_id = $1 AND r.number_hash = number_hash($1, $2) ORDER BY r.at DESC`,
    [clientId, phone],
  );
  return rows.map(({ at, by, ...row }) => ({
    ...row,
    at: at.toISOString(),
    ...(by === null ? {} : { by }),
  }));
}
