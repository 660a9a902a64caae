/** The places that a number may be in, each once: zones with one name and one time are one place. */

import type { NumberZone } from '#contract/number.ts';
import { zoneWords } from '#domain/zone-words.ts';
import { wallClock } from '#web/lib/allowed-words.ts';
import { atTime } from './when.ts';

export interface Place {
  name: string;
  /** "6:42 AM". */
  localTime: string;
  /** "AKST". */
  zoneName: string;
  /** "Opens 8:00 AM, 12:00 PM ET". */
  hours: string;
  /** "Area code 907". */
  because: string;
}

export function placesOf(zones: readonly NumberZone[], now: number): Place[] {
  const byName = new Map<string, { zone: NumberZone; because: Set<string> }>();
  for (const zone of zones) {
    const key = `${zoneWords(zone.zone)} ${zone.localTime} ${zone.opens}`;
    const known = byName.get(key) ?? { zone, because: new Set<string>() };
    for (const cause of zone.because) known.because.add(causeWords(cause));
    byName.set(key, known);
  }
  return [...byName.values()].map(({ zone, because }) => ({
    name: zoneWords(zone.zone).replace(/^the /, ''),
    localTime: wallClock(zone.localTime),
    zoneName: zoneNameOf(zone.zone, now),
    hours: hoursWords(zone, now),
    because: [...because].join(', '),
  }));
}

function causeWords({ code, value }: NumberZone['because'][number]): string {
  const words = {
    area_code: `Area code ${value}`,
    zip_code: `Zip code ${value} of the account`,
    state: `State ${value} of the account`,
    anywhere: `Area code ${value} may ring anywhere`,
  };
  return words[code];
}

function hoursWords({ zone, open, opens, closes }: NumberZone, now: number): string {
  const at = open ? closes : opens;
  const there = new Date(at).toLocaleTimeString('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
  });
  // Intl puts a narrow no-break space before AM and PM.
  const local = there.replace('\u202f', ' ');
  const chosen = atTime(at, now);
  // Once where both clocks show the same.
  const both = chosen.startsWith(`${local} `) ? chosen : `${local}, ${chosen}`;
  return `${open ? 'Open until' : 'Opens'} ${both}`;
}

function zoneNameOf(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
  return parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
