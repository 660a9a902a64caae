import type { Needed } from '../lib/rights.ts';
import { pageRoutes } from './routes.ts';

/** One result of the palette. */
export interface PaletteEntry {
  id: string;
  label: string;
  /** Its kind, shown muted at the right: "Screen", "Campaign". */
  kind: string;
  /** More words that match it. */
  words?: string;
  /** Where it leads, or what it does. */
  href?: string;
  search?: Record<string, string | number>;
  run?: () => void;
  /** It can be used by this role and up. */
  needs?: Needed | undefined;
  /** Of something that stands there itself: found only by a search, and after it. */
  action?: true;
}

/** Something that the palette searches; loaded each time it opens. */
export type PaletteSource = () => Promise<readonly PaletteEntry[]>;

export const screens: readonly PaletteEntry[] = pageRoutes
  .filter(({ ofRecord }) => !ofRecord)
  .map(({ path, label, group, needs, words }) => ({
    id: path,
    label: group ? `${group.label}: ${label}` : label,
    kind: 'Screen',
    ...(words ? { words } : {}),
    needs,
    href: path,
  }));

/** More would not be read, and each is drawn. */
const most = 60;

/** Entries that contain every word of the search, best match first. */
export function findEntries(
  entries: readonly PaletteEntry[],
  asked: string,
): readonly PaletteEntry[] {
  const wanted = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = wanted;
  if (first === undefined) return entries.filter(({ action }) => !action);
  return entries
    .filter((entry) => {
      const text = `${entry.label} ${entry.kind} ${entry.words ?? ''}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .map((entry) => ({ entry, rank: rank(entry, first, wanted.join(' ')) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** "start east": that action first. "east": the campaign before what can be done with it. */
function rank({ label, action }: PaletteEntry, first: string, whole: string): number {
  const text = label.toLowerCase();
  if (text === whole) return -2;
  if (text.startsWith(whole)) return -1;
  const at = text.indexOf(first);
  const rank = at === -1 ? 10_000 : at;
  return action && at !== 0 ? 20_000 + rank : rank;
}
