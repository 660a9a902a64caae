/** Names for copies, in the order in which they are tried: "East copy", "East copy 2", … */
export function* copyNames(name: string, longest = 255): Generator<string> {
  const base = /^(.*?) copy(?: \d+)?$/.exec(name)?.[1] ?? name;
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? ' copy' : ` copy ${number}`;
    yield `${base.slice(0, longest - end.length).trimEnd()}${end}`;
  }
}

/** The first of them that is not among `taken`; case is ignored, as in every name's uniqueness. */
export function copyName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.toLowerCase()));
  for (const next of copyNames(name)) if (!used.has(next.toLowerCase())) return next;
  return name;
}
