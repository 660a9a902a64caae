const longestName = 255;

/** A name for the list from that of its file: "harbor_statements.csv" is "Harbor statements". */
export function nameFromFile(fileName: string): string {
  const words = fileName
    .replace(/\.(csv|txt|tsv|psv|dat)$/i, '')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, longestName);
}
