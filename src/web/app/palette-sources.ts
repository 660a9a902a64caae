import { pageRoutes } from './routes.ts';

/** One result of the palette. */
export interface PaletteEntry {
  id: string;
  label: string;
  /** Its kind, shown muted at the right: "Screen", "Campaign". */
  kind: string;
  /** More words that match it. */
  words?: string;
  href: string;
  search?: Record<string, string | number>;
}

/** Something that the palette searches; loaded each time it opens. */
export type PaletteSource = () => Promise<readonly PaletteEntry[]>;

export const screens: PaletteSource = async () =>
  pageRoutes
    .filter(({ ofRecord }) => !ofRecord)
    .map(({ path, label, group, words }) => ({
      id: path,
      label: group ? `${group.label}: ${label}` : label,
      kind: 'Screen',
      ...(words ? { words } : {}),
      href: path,
    }));

/** Entries that contain every word of the search, best match first. */
export function findEntries(
  entries: readonly PaletteEntry[],
  asked: string,
): readonly PaletteEntry[] {
  const wanted = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return entries;
  return entries
    .filter((entry) => {
      const text = `${entry.label} ${entry.kind} ${entry.words ?? ''}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .sort((a, b) => rank(a, wanted) - rank(b, wanted));
}

function rank(entry: PaletteEntry, wanted: readonly string[]): number {
  const at = entry.label.toLowerCase().indexOf(wanted[0] ?? '');
  return at === -1 ? Number.MAX_SAFE_INTEGER : at;
}
