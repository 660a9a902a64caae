import type { Entry } from './archive.ts';

/** Limit of a release in unpacked bytes without PostgreSQL. */
export const mostBytes = 180e6;

/** Unpacked bytes by part, the largest first. */
export function sizesOf(entries: readonly Entry[]): [part: string, bytes: number][] {
  const sizes = new Map<string, number>();
  for (const { part, content } of entries) {
    sizes.set(part, (sizes.get(part) ?? 0) + (content?.length ?? 0));
  }
  return [...sizes].sort(([, a], [, b]) => b - a);
}

/** Unpacked bytes of everything except PostgreSQL. */
export function bytesBesidesPostgres(entries: readonly Entry[]): number {
  const others = sizesOf(entries).filter(([part]) => part !== 'PostgreSQL');
  return others.reduce((sum, [, bytes]) => sum + bytes, 0);
}

/** The table for the terminal, in MB of a million bytes each. */
export function sizeLines(entries: readonly Entry[]): string[] {
  const line = (name: string, bytes: number) =>
    `${name.padEnd(24)} ${(bytes / 1e6).toFixed(1).padStart(7)} MB`;
  const besides = bytesBesidesPostgres(entries);
  return [
    ...sizesOf(entries).map(([part, bytes]) => line(part, bytes)),
    line('besides PostgreSQL', besides),
    ...(besides > mostBytes ? [`This exceeds the limit of ${mostBytes / 1e6} MB.`] : []),
  ];
}
