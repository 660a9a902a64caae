/** The time zones that a number may be in, each once: those with one name and one time are one region. */

import type { NumberZone } from '#contract/number.ts';
import { hoursLookedAheadDays } from '#contract/policy.ts';
import { lawWords } from '#domain/policy/policy-words.ts';
import { zoneTitle } from '#domain/zone-words.ts';
import { wallClock } from '#web/lib/allowed-words.ts';
import { plainSpace } from '#web/lib/format.ts';
import { formatLocalTime } from '#web/lib/local-time.ts';
import { isSameDay } from '#web/lib/moment-words.ts';
import { counted } from '#web/lib/plural.ts';
import { zoneNameOf } from '#web/lib/zone.ts';
import { atTime } from './when.ts';

export interface Region {
  name: string;
  /** "6:42 AM". */
  localTime: string;
  /** "AKST". */
  zoneName: string;
  /** "Opens 12:00 PM (8:00 AM there)". */
  hours: string;
  /** "Area code 907". */
  because: string;
  /** The rule of the contact policy that keeps it closed; '' for none. */
  rule: string;
}

export function regionsOf(zones: readonly NumberZone[], now: number): Region[] {
  const byName = new Map<string, { zone: NumberZone; because: Set<string> }>();
  for (const zone of zones) {
    const key = `${zoneTitle(zone.zone)} ${zone.localTime} ${zone.opens} ${ruleWords(zone)}`;
    const known = byName.get(key) ?? { zone, because: new Set<string>() };
    for (const cause of zone.because) known.because.add(causeWords(cause));
    byName.set(key, known);
  }
  return [...byName.values()].map(({ zone, because }) => ({
    name: zoneTitle(zone.zone),
    localTime: wallClock(zone.localTime),
    zoneName: zoneNameOf(zone.zone, new Date(now), 'short'),
    hours: hoursWords(zone, now),
    because: [...because].join(', '),
    rule: ruleWords(zone),
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

function ruleWords({ closedBy }: NumberZone): string {
  if (!closedBy) return '';
  const words = lawWords(closedBy.rule);
  return closedBy.all ? words : `Closed for some campaigns: ${words}`;
}

function hoursWords({ zone, open, opens, closes, closedBeyond }: NumberZone, now: number): string {
  if (closedBeyond) return `Closed for more than ${counted(hoursLookedAheadDays, 'day')}`;
  const at = open ? closes : opens;
  const there = new Date(at).toLocaleTimeString('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
  });
  const local = plainSpace(there);
  const chosen = atTime(at, now);
  // Once where both clocks show the same.
  const same = isSameDay(at, new Date(now)) && formatLocalTime(at) === local;
  const both = same ? chosen : `${chosen} (${local} there)`;
  return `${open ? 'Open until' : 'Opens'} ${both}`;
}
