/** What the count of a file's rows says, and why a file cannot be loaded. */
import type { RaggedRows, RowCount } from '#domain/contact-file/row-counter.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { Checked } from './check-rows.ts';

/** Every sentence for which the import would refuse the file, or load nothing. */
export function checkProblems(checked: Checked): string[] {
  if ('refusal' in checked) return [checked.refusal];
  const { count } = checked;
  const ragged = [
    raggedSentence(count.tooManyColumns, 'too many columns'),
    raggedSentence(count.tooFewColumns, 'too few columns'),
  ].filter((sentence) => sentence !== undefined);
  if (ragged.length > 0) return ragged;
  return emptySentence(count) ?? [];
}

function emptySentence({ accounts, phones, numbers }: RowCount): string[] | undefined {
  if (accounts === 0) return ['The file has a header row, but no rows below it.'];
  if (phones === 0) return ['The phone columns are empty in every row.'];
  if (numbers > 0) return undefined;
  return [
    phones === 1
      ? 'The only phone number cannot be loaded.'
      : `None of the ${formatNumber(phones)} phone numbers can be loaded.`,
  ];
}

/** "4 lines have too many columns: lines 12, 40, 77 and 1 more." */
function raggedSentence({ rows, lines }: RaggedRows, what: string): string | undefined {
  if (rows === 0) return undefined;
  const named = lines.map(formatNumber);
  const more = rows - lines.length;
  if (rows === 1) return `1 line has ${what}: line ${named[0]}.`;
  const list =
    more > 0
      ? `${named.join(', ')} and ${formatNumber(more)} more`
      : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
  return `${formatNumber(rows)} lines have ${what}: lines ${list}.`;
}

const counted = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** "5,000 accounts with 8,175 phone numbers; 7,755 of them can be loaded." */
export function checkSentence({ accounts, phones, numbers }: RowCount): string {
  const have = `${counted(accounts, 'account', 'accounts')} with ${counted(phones, 'phone number', 'phone numbers')}`;
  if (numbers === phones) return `${have}, and all can be loaded.`;
  const can =
    numbers === 1 ? '1 of them can be loaded' : `${formatNumber(numbers)} of them can be loaded`;
  return `${have}; ${can}.`;
}

/** What is loaded otherwise than it stands in the file, and how often. */
export function checkNotes({ truncated, unknownStates, unclearConsents }: RowCount) {
  return [
    { found: truncated, words: 'This value is too long and will be cut.' },
    {
      found: unknownStates,
      words: 'This state is not recognized: calling hours are based on zip code and area code.',
    },
    {
      found: unclearConsents,
      words: 'This consent is neither yes nor no, or its date is still to come: it counts as none.',
    },
  ].filter(({ found }) => found > 0);
}
