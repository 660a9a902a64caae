/** One operation on several things, some of which may refuse it. */

export interface EachResult<Item> {
  done: Item[];
  failed: { item: Item; why: string }[];
}

/** As many at once as a browser sends to one server without a queue. */
const atOnce = 4;

export async function runEach<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<unknown>,
  whyOf: (error: unknown) => string,
): Promise<EachResult<Item>> {
  const result: EachResult<Item> = { done: [], failed: [] };
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await run(item);
        result.done.push(item);
      } catch (error) {
        result.failed.push({ item, why: whyOf(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return result;
}

export interface EachWords<Item> {
  /** "stopped" */
  done: string;
  nameOf: (item: Item) => string;
}

/** "East was stopped.", "3 stopped.", "2 stopped, 1 could not be: West: The campaign is gone." */
export function eachInWords<Item>(
  { done, failed }: EachResult<Item>,
  { done: word, nameOf }: EachWords<Item>,
): string {
  const [first, ...others] = failed;
  const [only] = done;
  if (!first) {
    if (done.length === 1 && only !== undefined) return `${nameOf(only)} was ${word}.`;
    return `${done.length.toLocaleString('en-US')} ${word}.`;
  }
  if (done.length + failed.length === 1) {
    return `${nameOf(first.item)} could not be ${word}: ${first.why}`;
  }
  const start = `${done.length.toLocaleString('en-US')} ${word}, ${failed.length} could not be: `;
  const shown = failed.slice(0, 3);
  const more = failed.length > shown.length ? ` and ${failed.length - shown.length} more` : '';
  // Several that failed for one reason are named together; of many, the first three.
  if (others.every(({ why }) => why === first.why)) {
    return `${start}${shown.map(({ item }) => nameOf(item)).join(', ')}${more}: ${first.why}`;
  }
  return `${start}${shown.map(({ item, why }) => `${nameOf(item)}: ${why}`).join(' ')}${more}`;
}
