/** The data keys: whether the file has what the database needs, and who knows them. */
import type { Client } from 'pg';
import { neededKeysSql } from '#db/queries/data-key.ts';
import { Refusal } from '../command.ts';
import { count } from '../shared.ts';
import type { KeySettings } from '../start/data-key.ts';
import { keySource, readRing } from '../start/key-file.ts';
import { type Finding, fine, hint, wrong } from './finding.ts';

interface Stored {
  /** The ids of keys that sealed values may have, the one that seals first. */
  needed: string[];
  resealing: boolean;
  /** Values that opened with no key when everything was last sealed again. */
  unreadable: number;
  /** Values that live processes could not open. */
  met: number;
  processes: { name: string; keys: string[] }[];
}

const storedSql = `SELECT (${neededKeysSql}) AS needed,
    coalesce(k.resealed_at IS NULL, false) AS resealing, coalesce(k.unreadable, 0)::int AS unreadable,
    (SELECT coalesce(sum(unreadable), 0)::int FROM process WHERE until > clock_timestamp()) AS met,
    (SELECT coalesce(json_agg(json_build_object('name', 'process ' || pid || ' on ' || host, 'keys', keys)), '[]')
     FROM process WHERE until > clock_timestamp()) AS processes
  FROM installation i LEFT JOIN data_key k ON k.key_id = i.key_fingerprint`;

export async function keyFindings(
  client: Pick<Client, 'query'>,
  settings: KeySettings,
): Promise<Finding[]> {
  const { rows: first } = await client.query('SELECT key_fingerprint AS sealing FROM installation');
  if ((first[0]?.sealing ?? null) === null) {
    return [hint('Key', 'not created yet; the first start creates it.')];
  }
  const { rows } = await client.query<Stored>(storedSql);
  try {
    return rows.flatMap((stored) => judged(stored, settings));
  } catch (error) {
    if (error instanceof Refusal) return [wrong('Key', error.message)];
    throw error;
  }
}

function judged(stored: Stored, settings: KeySettings): Finding[] {
  const source = keySource(settings);
  const ring = readRing(source);
  const cure = 'Put it back from your backup.';
  if (!ring) {
    return [
      wrong('Key', `${source.path} is missing. Personal data cannot be read without it. ${cure}`),
    ];
  }
  const own = ring.keys.map(({ id }) => id);
  const missing = stored.needed.filter((id) => !own.includes(id));
  if (missing.length === stored.needed.length) {
    return [
      wrong(
        'Key',
        `${source.path} is not the key of this database (${missing.join(', ')}). Put the right one back from your backup.`,
      ),
    ];
  }
  const findings =
    missing.length > 0
      ? [
          wrong(
            'Key',
            `${source.path} lacks ${missing.join(', ')}, which sealed values in this database. Add the line of the key from a copy of the file.`,
          ),
        ]
      : [fine('Key', own.length === 1 ? source.path : `${source.path}, ${own.length} keys`)];
  return [...findings, ...ofProcesses(stored, own[0] ?? ''), ...ofValues(stored)];
}

function ofProcesses({ processes }: Stored, newest: string): Finding[] {
  const behind = processes.filter(({ keys }) => !keys.includes(newest)).map(({ name }) => name);
  if (behind.length === 0) return [];
  const text = `${behind.join(', ')} does not know the newest key ${newest}. Put the same key file on each machine; until then, nothing is sealed with it.`;
  return [wrong('Key', text)];
}

function ofValues({ resealing, unreadable, met }: Stored): Finding[] {
  const findings: Finding[] = [];
  if (unreadable > 0 || met > 0) {
    const many = count(Math.max(unreadable, met), 'sealed value', 'sealed values');
    const text = `${many} cannot be read: the key is missing, or the values were changed or moved. The log names places; calls are recorded without them.`;
    findings.push(wrong('Key', text));
  }
  if (resealing) {
    const text =
      'Values are being sealed again with the newest key. "carillon key status" shows how many are left.';
    findings.push(hint('Key', text));
  }
  return findings;
}
