/**
 * Where a manager was in a list: Back, and an editor that closes, return to that position. Kept by the
 * list's address, so that each search of a list has its own.
 */

/** How far its table and its page were scrolled, and which row had the focus. */
export interface ListPosition {
  top: number;
  pageTop: number;
  row?: string | number;
}

const positions = new Map<string, ListPosition>();
const searches = new Map<string, Record<string, unknown>>();

/** The next list that is drawn was left earlier, and is returned to. */
let returning = false;
let asked = false;

/** By the router at each navigation; a press on a link starts at the top of the list. */
export function noteNavigation(byHistory: boolean): void {
  returning = byHistory || asked;
  asked = false;
}

export function notePosition(part: Partial<ListPosition>): void {
  const before = positions.get(here()) ?? { top: 0, pageTop: 0 };
  positions.set(here(), { ...before, ...part });
}

/**
 * For a list that stays while its address changes: the new one has the position of `from`. Returns
 * the address of now.
 */
export function carryPosition(from: string | undefined): string {
  const now = here();
  const position = from !== undefined && from !== now ? positions.get(from) : undefined;
  if (position) positions.set(now, { ...position });
  return now;
}

/** The position to return to, once; undefined for a list that was opened anew. */
export function takePosition(): ListPosition | undefined {
  const position = returning ? positions.get(here()) : undefined;
  returning = false;
  return position;
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
