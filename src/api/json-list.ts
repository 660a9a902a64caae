/** A JSON list in pieces of a page each, for lists that are too long for memory. */
export async function* jsonList<Row>(pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    yield before + JSON.stringify(page).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
