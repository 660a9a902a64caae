type Values = Record<string, string | number | undefined>;

/**
 * The query of a link, as `search` of `<Link>` and `navigate` takes it. The routes are made from a
 * table, so the router knows no search of any; each page reads its own and checks it.
 */
export function linkSearch(values: Values): never {
  return values as never;
}
