/**
 * Cells of a CSV file after RFC 4180 that no spreadsheet runs as a formula
 * (docs/decisions/015-report-files.md).
 */

/**
 * A text as a cell: quoted where needed, and with an apostrophe before what a spreadsheet would
 * take for a formula. A plain number, with a sign or without, runs nothing and stays as it is.
 */
export function csvCell(text: string): string {
  if (!special.test(text)) return text;
  const safe = plainNumber.test(text) ? text : withApostrophes(text);
  return quoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Most texts have none of these and need no further check. */
const special = /[=+\-@\t\r\n,;"＝＋－＠]/;
/** "-12.50", and a telephone number as "+13025550148". */
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;
/** What a formula begins with; white space and marks without width before it may be skipped. */
const formula = /^(?=[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;
/**
 * The same inside a cell, where a spreadsheet with another separator would begin a new one: there
 * a quote opens and closes a quoted cell, and is gone.
 */
const innerFormula = /([;\t\r\n])(?=[\s\p{Cf}"]*[=+\-@＝＋－＠])/gu;
const quoted = /[",;\t\r\n]/;

function withApostrophes(text: string): string {
  return text.replace(innerFormula, "$1'").replace(formula, "'");
}
