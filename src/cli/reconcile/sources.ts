/** What a reconciliation can read besides the journals. */

import { randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { pino } from 'pino';
import { type CarrierRecord, storedSettings } from '#carriers/kind.ts';
import type { Config } from '#config.ts';
import { asPlatform, type Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { listCarriers, openedSettings, type StoredCarrier } from '#db/queries/carrier.ts';
import { usersOfCarrier } from '#db/queries/carrier-use.ts';
import { atRealSpeed, realMs, type SimMs } from '#domain/milliseconds.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { type CarrierTools, nothingTaken } from '../carrier-try.ts';
import { Refusal, UsageError } from '../command.ts';
import { recordsInFile } from './cdr-file.ts';

/** One that has records. */
export interface Source {
  /** A carrier's name, or a file. */
  name: string;
  /** The carriers whose records it has. */
  carriers: readonly string[];
  /** A client uses it, so that what was submitted to it may still wait here. */
  used: boolean;
  /** @throws Error with a sentence */
  records(since: SimMs): AsyncIterable<CarrierRecord> | Iterable<CarrierRecord>;
}

export interface Sources {
  asked: Source[];
  /** Carriers in use that write a file, of which none was given. */
  fileless: string[];
  /** Carriers in use that keep no records at all. */
  silent: string[];
}

export interface SourceWish {
  /** Files. */
  cdr: readonly string[];
  /** Carriers that are not asked. */
  without: readonly string[];
}

/** @throws Refusal for a file that cannot be read, or a carrier that does not exist */
export async function findSources(
  { db, vault, config }: { db: Database; vault: Vault; config: Config },
  tools: CarrierTools,
  { cdr, without }: SourceWish,
): Promise<Sources> {
  const all = await asPlatform(db, async (tx) => {
    const found: { carrier: StoredCarrier; used: boolean }[] = [];
    for (const carrier of await listCarriers(tx)) {
      found.push({ carrier, used: (await usersOfCarrier(tx, carrier.name)).length > 0 });
    }
    return found;
  });
  const missing = without.find((name) => all.every(({ carrier }) => carrier.name !== name));
  if (missing !== undefined) {
    throw new Refusal(
      `There is no carrier "${missing}". Run "carillon carrier list" to see all carriers.`,
    );
  }
  const sources: Sources = { asked: [], fileless: [], silent: [] };
  const writers: string[] = [];
  for (const { carrier, used } of all) {
    const { name } = carrier;
    if (without.includes(name)) continue;
    const kind = tools.kinds[carrier.kind];
    if (kind?.records) {
      const records = (since: SimMs) => recordsAt(tools, carrier, { vault, config, since });
      sources.asked.push({ name, carriers: [name], used, records });
    } else if (kind?.recordOfRow) writers.push(name);
    if (!used || kind?.records) continue;
    if (!kind?.recordOfRow) sources.silent.push(name);
    else if (cdr.length === 0) sources.fileless.push(name);
  }
  sources.asked.push(...filesOf(tools, cdr, writers));
  return sources;
}

function filesOf({ kinds }: CarrierTools, cdr: readonly string[], carriers: string[]): Source[] {
  const recordOfRow = Object.values(kinds).find((kind) => kind.recordOfRow)?.recordOfRow;
  return cdr.map((name) => {
    if (!recordOfRow) throw new UsageError('No carrier kind writes such files.');
    try {
      accessSync(name, constants.R_OK);
    } catch (error) {
      throw new Refusal(`${name} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    }
    const records = (since: SimMs) => recordsInFile(name, recordOfRow, since);
    return { name, carriers, used: true, records };
  });
}

function recordsAt(
  { kinds, surroundings }: CarrierTools,
  stored: StoredCarrier,
  { vault, config, since }: { vault: Vault; config: Config; since: SimMs },
): AsyncIterable<CarrierRecord> | Iterable<CarrierRecord> {
  const kind = kinds[stored.kind];
  const settings = kind && storedSettings(kind, openedSettings(vault, stored));
  if (!kind?.records || !settings?.success) {
    throw new OperatorError('Its settings are invalid. Change them with "carillon carrier set".');
  }
  const around = surroundings({
    ...{ config, vault, name: stored.name, log: pino({ level: 'silent' }) },
    clock: { now: () => atRealSpeed(realMs(Date.now())) },
    ...{ engineName: `reconcile-${randomUUID()}`, callbacks: nothingTaken },
  });
  return kind.records(settings.data, around, since);
}
