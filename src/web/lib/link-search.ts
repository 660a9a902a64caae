type Values = Record<string, unknown>;

/**
 * The query of a link, as `search` of `<Link>` and `navigate` takes it. The routes are made from a
 * table, so the router knows no search of any; each page reads its own and checks it.
 */
export function linkSearch(values: Values): never {
  return values as never;
}

/** The same for a change of the present search: an undefined value takes its key away. */
export function changedSearch(part: Record<string, unknown>): never {
  const change = (before: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined),
    );
  return change as never;
}
