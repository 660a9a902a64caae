/**
 * The zone in which the console writes times: Eastern Time, as the documents have it, or the
 * browser's, as each person chooses. Times that the documents label (ET) stay Eastern (eastern-format.ts).
 */
import { createStore } from './store.ts';

export type ZoneChoice = 'eastern' | 'browser';

const storageKey = 'timeZone';
const eastern = 'America/New_York';
const choice = createStore<ZoneChoice>(read());

/** Draws the component again when the zone is switched. */
export const useZoneChoice = choice.use;

function read(): ZoneChoice {
  // Pure rules are also tested without a browser.
  const stored = globalThis.localStorage?.getItem(storageKey);
  return stored === 'browser' ? 'browser' : 'eastern';
}

/** Remembers the choice in this browser. */
export function chooseZone(next: ZoneChoice): void {
  localStorage.setItem(storageKey, next);
  choice.set(next);
}

const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Its IANA name. */
export function zoneId(): string {
  return choice.get() === 'browser' ? browserZone() : eastern;
}

/** "ET", or the browser's at an instant: "PST", "GMT+1". */
export function zoneMark(at: Date): string {
  if (choice.get() === 'eastern') return 'ET';
  return zoneNameOf(browserZone(), at, 'short');
}

/** "Eastern Time", or the browser's at an instant: "Pacific Time". */
export function zoneName(at: Date): string {
  if (choice.get() === 'eastern') return 'Eastern Time';
  return browserZoneName(at);
}

/** For the switch, whatever is chosen. */
export function browserZoneName(at: Date): string {
  return zoneNameOf(browserZone(), at, 'longGeneric');
}

/** "PST" or "Pacific Time", of any zone. */
export function zoneNameOf(
  timeZone: string,
  at: Date,
  timeZoneName: 'short' | 'longGeneric',
): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
