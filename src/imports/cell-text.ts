import type { FileRecord } from './buffer-scanner.ts';

/** A cell as text, its doubled quotes made one. */
export function cellText({ buffer, starts, ends, doubled }: FileRecord, cell: number): string {
  const text = buffer.toString('utf8', starts[cell], ends[cell]);
  return doubled[cell] === 1 ? text.replaceAll('""', '"') : text;
}
