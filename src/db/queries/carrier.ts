/**
 * Carriers that the operator connected, with their settings. Everything here runs as the platform.
 */
import { problem } from '#contract/errors.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { isNotUnique } from '../errors.ts';
import { carrierSecrets } from '../sealed-files.ts';
import { forgetDemoPhones } from './manager-phone.ts';

/** By key, each as it was typed. */
export type CarrierSettingTexts = Record<string, string>;

export interface StoredCarrier {
  carrierId: number;
  /** What client.voice_carrier and client.text_carrier hold. */
  name: string;
  kind: string;
  settings: CarrierSettingTexts;
  /** Sealed; null when it has none. */
  sealedSecrets: Buffer | null;
  updated: Date;
}

/** The kind that always exists and reaches no real phone. */
export const simulatedKind = 'simulated';

const columns = `carrier_id AS "carrierId", name, kind, settings, secrets AS "sealedSecrets", updated`;

/** The carriers that were not removed, by name. */
export function listCarriers(tx: Tx): Promise<StoredCarrier[]> {
  return tx.rows<StoredCarrier>(
    `SELECT ${columns} FROM carrier WHERE removed_at IS NULL ORDER BY name`,
  );
}

export function findCarrier(tx: Tx, name: string): Promise<StoredCarrier | undefined> {
  return tx.row<StoredCarrier>(
    `SELECT ${columns} FROM carrier WHERE name = $1 AND removed_at IS NULL`,
    [name],
  );
}

/** As `findCarrier`, and no other transaction changes or removes it before this transaction ends. */
export function lockCarrier(tx: Tx, name: string): Promise<StoredCarrier | undefined> {
  return tx.row<StoredCarrier>(
    `SELECT ${columns} FROM carrier WHERE name = $1 AND removed_at IS NULL FOR UPDATE`,
    [name],
  );
}

/** The configuration to open its kind with. @throws Error when the data key is a different one */
export function openedSettings(
  vault: Vault,
  { name, settings, sealedSecrets }: StoredCarrier,
): CarrierSettingTexts {
  if (!sealedSecrets) return settings;
  const { context } = carrierSecrets({ name });
  const secrets = vault.openBytes(sealedSecrets, context).toString('utf8');
  return { ...settings, ...(JSON.parse(secrets) as CarrierSettingTexts) };
}

interface NewSettings {
  name: string;
  settings: CarrierSettingTexts;
  secrets: CarrierSettingTexts;
}

/** A real one ends what only a simulated one proved. Throws `not_unique` when the name is taken. */
export async function insertCarrier(
  tx: Tx,
  vault: Vault,
  kind: string,
  carrier: NewSettings,
): Promise<void> {
  const { name, settings } = carrier;
  try {
    await tx.run('INSERT INTO carrier (name, kind, settings, secrets) VALUES ($1, $2, $3, $4)', [
      name,
      kind,
      JSON.stringify(settings),
      sealed(vault, carrier),
    ]);
  } catch (error) {
    if (!isNotUnique(error, 'carrier_name')) throw error;
    throw problem('not_unique', `The carrier name "${name}" is already taken.`, { cause: error });
  }
  if (kind !== simulatedKind) await forgetDemoPhones(tx);
}

/** Replaces its settings; engines reopen it within seconds. */
export async function updateCarrier(tx: Tx, vault: Vault, carrier: NewSettings): Promise<void> {
  const { name, settings } = carrier;
  await tx.run(
    `UPDATE carrier SET settings = $2, secrets = $3, updated = clock_timestamp()
     WHERE name = $1 AND removed_at IS NULL`,
    [name, JSON.stringify(settings), sealed(vault, carrier)],
  );
}

/** Frees its name and deletes its secrets. */
export async function removeCarrier(tx: Tx, name: string): Promise<void> {
  await tx.run(
    `UPDATE carrier SET removed_at = clock_timestamp(), secrets = NULL
     WHERE name = $1 AND removed_at IS NULL`,
    [name],
  );
}

function sealed(vault: Vault, { name, secrets }: NewSettings): Buffer | null {
  if (Object.keys(secrets).length === 0) return null;
  return vault.sealBytes(Buffer.from(JSON.stringify(secrets)), carrierSecrets({ name }).context);
}
