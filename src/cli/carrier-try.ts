/** Tries a carrier from the command line, as `carillon carrier test` and `carillon doctor` do. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { CarrierFinding, CarrierKind, CarrierSurroundings } from '#carriers/kind.ts';
import type { Vault } from '#db/encryption.ts';
import { openedSettings, type StoredCarrier } from '#db/queries/carrier.ts';
import type { Config } from '../config.ts';
import type { CarrierKinds } from './carrier-settings.ts';

/** What main.ts makes the surroundings of any carrier of. */
export type Around = Pick<
  CarrierSurroundings,
  'name' | 'clock' | 'log' | 'engineName' | 'callbacks'
> & { config: Config; vault: Vault };

export interface CarrierTools {
  kinds: CarrierKinds;
  surroundings(around: Around): CarrierSurroundings;
}

const nothingTaken = { take: async () => [], find: async () => [], done: async () => {} };

/** Never throws. It has an engine name of its own, so that no running engine loses its connection. */
export async function tryCarrier(
  { kinds, surroundings }: CarrierTools,
  stored: StoredCarrier,
  { config, vault }: { config: Config; vault: Vault },
): Promise<CarrierFinding[]> {
  const kind = kinds[stored.kind];
  if (!kind) return [wrong(`This version knows no carriers of the kind «${stored.kind}».`)];
  try {
    const settings = settingsOf(kind, openedSettings(vault, stored));
    if (typeof settings === 'string') return [wrong(settings)];
    const around = surroundings({
      config,
      vault,
      name: stored.name,
      clock: Date,
      log: pino({ level: 'silent' }),
      engineName: `test-${randomUUID()}`,
      callbacks: nothingTaken,
    });
    return await kind.test(settings.data, around);
  } catch (error) {
    return [wrong((error as Error).message)];
  }
}

function settingsOf(kind: CarrierKind<unknown>, texts: Record<string, string>) {
  const checked = kind.settings.safeParse(texts);
  if (checked.success) return { data: checked.data };
  const [issue] = checked.error.issues;
  return `Its settings cannot be used: ${issue?.path.join('.')} ${issue?.message}. «carillon carrier set» changes them.`;
}

const wrong = (text: string): CarrierFinding => ({ state: 'wrong', text });
