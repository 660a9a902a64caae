/** Files that import each other in a circle, also where they import types only. */

/** What each file imports of our own files. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** One sentence for each group of files that reach each other, with a shortest circle in it. */
export function circleBreaches(graph: ImportGraph): string[] {
  return groupsOf(graph).map((group) => {
    const files = group.toSorted();
    const [first = ''] = files;
    const circle = shortestCircle(graph, first, new Set(files)).join(' → ');
    const more = files.length > 2 ? ` (${files.length} files reach each other)` : '';
    return `${first}: imports in a circle: ${circle}${more}`;
  });
}

/** Tarjan's strongly connected components, those that hold a circle. */
function groupsOf(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const groups: string[][] = [];

  function visit(file: string): void {
    order.set(file, order.size);
    lowest.set(file, order.get(file) as number);
    open.push(file);
    isOpen.add(file);
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) {
        visit(target);
        lower(file, lowest.get(target) as number);
      } else if (isOpen.has(target)) {
        lower(file, order.get(target) as number);
      }
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = open.splice(open.indexOf(file));
    for (const member of group) isOpen.delete(member);
    if (group.length > 1 || graph.get(file)?.includes(file)) groups.push(group);
  }

  function lower(file: string, to: number): void {
    lowest.set(file, Math.min(lowest.get(file) as number, to));
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return groups;
}

function shortestCircle(graph: ImportGraph, first: string, group: ReadonlySet<string>): string[] {
  const paths = [[first]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const target of graph.get(path.at(-1) as string) ?? []) {
      if (target === first) return [...path, first];
      if (!group.has(target) || seen.has(target)) continue;
      seen.add(target);
      paths.push([...path, target]);
    }
  }
  return [first];
}
