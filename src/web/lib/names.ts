const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** As people sort names: 2 before 10, case ignored. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}

export function inNameOrder<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  return [...rows].sort((a, b) => compareNames(nameOf(a), nameOf(b)));
}

/** Whether each typed word is in one of the texts; case does not matter, order neither. */
export function matchesWords(typed: string, texts: readonly string[]): boolean {
  const text = texts.join('\n').toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
