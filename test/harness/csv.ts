/**
 * Reads a CSV file strictly after RFC 4180: CRLF ends every line, quotes only where they are whole
 * and doubled, as many cells in each line as in the first. What is else throws.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    row.push(cell.value);
    at = cell.end;
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) throw new Error('The file ends after a comma.');
    } else if (text.startsWith('\r\n', at)) {
      at += 2;
      rows.push(row);
      row = [];
    } else throw new Error(`Neither a comma nor CRLF follows the cell that ends at ${at}.`);
  }
  const uneven = rows.findIndex(({ length }) => length !== rows[0]?.length);
  if (uneven >= 0) throw new Error(`Row ${uneven} has ${rows[uneven]?.length} cells.`);
  return rows;
}

function quotedCell(text: string, start: number): { value: string; end: number } {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new Error(`The quote at ${start} is never closed.`);
    if (text[quote + 1] !== '"') {
      return { value: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    }
    at = quote + 2;
  }
}

function plainCell(text: string, start: number): { value: string; end: number } {
  ending.lastIndex = start;
  const end = ending.exec(text)?.index;
  if (end === undefined) throw new Error('The last line has no end.');
  const value = text.slice(start, end);
  if (value.includes('"')) throw new Error(`A quote stands inside the cell at ${start}.`);
  return { value, end };
}

const ending = /[,\r\n]/g;
