/** Rows of a worksheet as XML. A cell holds a text, a number or an instant; no text is a formula. */

/** Index of the cell's format in `styles` of workbook-xml.ts. */
export const cellStyle = { plain: 0, time: 1, money: 2, heading: 3 } as const;

export type Cell =
  | { kind: 'text'; text: string; style?: number }
  | { kind: 'number'; number: string; style?: number }
  | undefined;

export const sheetHead =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0">' +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '</sheetView></sheetViews>';
export const sheetTail = '</sheetData></worksheet>';

/** Widths in characters, then the beginning of the rows. */
export function columnsXml(widths: readonly number[]): string {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<cols>${columns.join('')}</cols><sheetData>`;
}

/** @param number of the row, from 1 */
export function rowXml(number: number, cells: readonly Cell[]): string {
  let xml = `<row r="${number}">`;
  for (const [at, cell] of cells.entries()) {
    if (!cell) continue;
    const style = cell.style ? ` s="${cell.style}"` : '';
    const start = `r="${columnName(at)}${number}"${style}`;
    xml +=
      cell.kind === 'number'
        ? `<c ${start}><v>${cell.number}</v></c>`
        : `<c ${start} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell.text)}</t></is></c>`;
  }
  return `${xml}</row>`;
}

const names: string[] = [];

/** "A" to "Z", then "AA". */
function columnName(at: number): string {
  names[at] ??=
    `${at < 26 ? '' : columnName(Math.floor(at / 26) - 1)}${String.fromCharCode(65 + (at % 26))}`;
  return names[at];
}

/** A cell holds no more. */
const mostCharacters = 32_767;
/** Characters that XML 1.0 does not allow, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** "_x0041_" would be read as "A". */
const escapedCode = /_(?=x[0-9A-Fa-f]{4}_)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const special = /[&<>_\u0000-\u001f\ufffe\uffff]/;

export function xmlText(text: string): string {
  const short = text.length > mostCharacters ? text.slice(0, mostCharacters) : text;
  const whole = short.toWellFormed();
  if (!special.test(whole)) return whole;
  return whole
    .replace(notInXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(escapedCode, '_x005F_');
}
