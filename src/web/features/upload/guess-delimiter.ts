/** Which character separates the columns of a file, judged by its first lines. */

/** Those that the wizard offers, then others that are found in practice. */
const candidates = [',', ';', '\t', '|', '~', '^'];
/** Records that are looked at, with the header. */
const mostRecords = 20;
/** Fewer records than this share agreeing with the header: the character is a part of the values. */
const leastShare = 0.6;

/**
 * The character with which most records have as many cells as the header, and more than one.
 * Undefined when there is none, as in a file of one column.
 *
 * @param text the first lines, which may be cut anywhere
 */
export function guessDelimiter(text: string): string | undefined {
  let best: { delimiter: string; share: number; columns: number } | undefined;
  for (const delimiter of candidates) {
    const [columns = 0, ...rows] = cellCounts(text, delimiter);
    if (columns < 2) continue;
    const share = rows.filter((count) => count === columns).length / Math.max(1, rows.length);
    if (rows.length > 0 && share < leastShare) continue;
    const better = !best || share > best.share || (share === best.share && columns > best.columns);
    if (better) best = { delimiter, share, columns };
  }
  return best?.delimiter;
}

/** How many cells each of the first records has; blank lines are none, and a cut record is left out. */
function cellCounts(text: string, delimiter: string): number[] {
  const counts: number[] = [];
  let cells = 1;
  let begin = true;
  let blank = true;
  for (let at = 0; at < text.length && counts.length < mostRecords; at += 1) {
    const character = text[at];
    if (begin && character === '"') {
      const close = closingQuote(text, at);
      if (close === undefined) return counts;
      at = close;
      blank = false;
      begin = false;
    } else if (character === delimiter) {
      cells += 1;
      begin = true;
    } else if (character === '\n') {
      if (cells > 1 || !blank) counts.push(cells);
      cells = 1;
      begin = true;
      blank = true;
    } else {
      begin = false;
      if (character?.trim() !== '') blank = false;
    }
  }
  const whole = cells > 1 || !blank;
  // The last line may be cut: it counts only if there is nothing else.
  if (whole && counts.length < 2) counts.push(cells);
  return counts;
}

/** The offset of the quote that closes the cell opened at `from`; two quotes stand for one. */
function closingQuote(text: string, from: number): number | undefined {
  for (let at = from + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return undefined;
    if (text[at + 1] !== '"') return at;
  }
}
