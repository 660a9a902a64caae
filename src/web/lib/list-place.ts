/**
 * Where a manager was in a list: Back, and an editor that closes, return to that place. Kept by the
 * list's address, so that each search of a list has its own.
 */

/** How far its table and its page were scrolled, and which row had the focus. */
export interface Place {
  top: number;
  pageTop: number;
  row?: string | number;
}

const places = new Map<string, Place>();
const searches = new Map<string, Record<string, unknown>>();

/** The next list that is drawn was left earlier, and is returned to. */
let returning = false;
let asked = false;

/** By the router at each navigation; a press on a link starts at the top of the list. */
export function noteNavigation(byHistory: boolean): void {
  returning = byHistory || asked;
  asked = false;
}

export function notePlace(part: Partial<Place>): void {
  const before = places.get(here()) ?? { top: 0, pageTop: 0 };
  places.set(here(), { ...before, ...part });
}

/** The place to return to, once; undefined for a list that was opened anew. */
export function takePlace(): Place | undefined {
  const place = returning ? places.get(here()) : undefined;
  returning = false;
  return place;
}

export function noteListSearch(path: string, search: Record<string, unknown>): void {
  searches.set(path, search);
}

/** The search with which the list of this path was last seen; for an editor that closes. */
export function searchToReturnTo(path: string): Record<string, unknown> {
  asked = true;
  return searches.get(path) ?? {};
}

function here(): string {
  return `${location.pathname}${location.search}`;
}
