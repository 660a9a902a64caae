/** Work that was started early: its failure shows where it is awaited, or no longer matters. */
export function ahead<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
