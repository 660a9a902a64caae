/** Tries a carrier from the command line, as `carillon carrier test` and `carillon doctor` do. */

import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import {
  type CarrierFinding,
  type CarrierKind,
  type CarrierSurroundings,
  type HttpDate,
  storedSettings,
} from '#carriers/kind.ts';
import type { Vault } from '#db/encryption.ts';
import { openedSettings, type StoredCarrier } from '#db/queries/carrier.ts';
import {
  clockAdvice,
  clockDifference,
  clockOffSentence,
  clockReading,
  instantOfDate,
} from '#domain/clock-offset.ts';
import { atRealSpeed, realMs } from '#domain/milliseconds.ts';
import type { Config } from '../config.ts';
import { type CarrierKinds, optionOf } from './carrier-settings.ts';

/** What main.ts builds the surroundings of a carrier from. */
export type Around = Pick<
  CarrierSurroundings,
  'name' | 'clock' | 'log' | 'engineName' | 'callbacks' | 'reportDate'
> & { config: Config; vault: Vault };

export interface CarrierTools {
  kinds: CarrierKinds;
  surroundings(around: Around): CarrierSurroundings;
}

export const nothingTaken = { take: async () => [], find: async () => [], done: async () => {} };

/** Never throws. It has an engine name of its own, so that no running engine loses its connection. */
export async function tryCarrier(
  { kinds, surroundings }: CarrierTools,
  stored: StoredCarrier,
  { config, vault }: { config: Config; vault: Vault },
): Promise<CarrierFinding[]> {
  const kind = kinds[stored.kind];
  if (!kind) return [wrong(`This version does not support carriers of the kind "${stored.kind}".`)];
  const clocks = new Map<string, CarrierFinding>();
  try {
    const settings = settingsOf(kind, openedSettings(vault, stored));
    if (typeof settings === 'string') return [wrong(settings)];
    const around = surroundings({
      config,
      vault,
      name: stored.name,
      clock: { now: () => atRealSpeed(realMs(Date.now())) },
      log: pino({ level: 'silent' }),
      engineName: `test-${randomUUID()}`,
      callbacks: nothingTaken,
      reportDate(source, reported) {
        const finding = clockFinding(source, reported);
        if (finding) clocks.set(source, finding);
      },
    });
    const findings = await kind.test(settings.data, around);
    return [...findings, ...clocks.values(), ...settings.hints];
  } catch (error) {
    return [wrong((error as Error).message)];
  }
}

/** Undefined for a clock that is right. */
function clockFinding(
  source: string,
  { date, asked, responded }: HttpDate,
): CarrierFinding | undefined {
  const instant = date ? instantOfDate(date) : undefined;
  if (!instant) return undefined;
  const reading = clockReading(instant, { asked, responded });
  const { by, tooMuch } = clockDifference(reading, Date.now(), performance.now());
  if (!tooMuch) return undefined;
  return wrong(`${clockOffSentence(by, `that of ${source}`)} ${clockAdvice}`);
}

function settingsOf(kind: CarrierKind<unknown>, texts: Record<string, string>) {
  const checked = storedSettings(kind, texts);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return `Invalid setting: ${issue?.path.join('.')} ${issue?.message}. Change it with "carillon carrier set".`;
  }
  const hints = (kind.settings.safeParse(texts).error?.issues ?? []).map(
    ({ path, message }): CarrierFinding => {
      const [key = ''] = path.map(String);
      const taken = (checked.data as Record<string, unknown>)[key];
      const text = `--${optionOf(key)} ${message}. Carillon uses ${taken}. Change it with "carillon carrier set".`;
      return { state: 'hint', text };
    },
  );
  return { data: checked.data, hints };
}

const wrong = (text: string): CarrierFinding => ({ state: 'wrong', text });
