import { Link } from '@tanstack/react-router';
import type { CampaignNumber } from '#contract/campaign-numbers.ts';
import { verdictWords } from '#domain/verdict-words.ts';
import { formatNumber, formatPhone } from '#web/lib/format.ts';
import { formatLocalDateTime } from '#web/lib/local-time.ts';
import { wholeMinute } from '#web/lib/moment-words.ts';
import { numberHref } from '#web/lib/number-link.ts';
import { type StatusColor, StatusDot } from '#web/ui/status-dot.tsx';
import type { Column } from '#web/ui/table/column.ts';

/** The server sorts by number and name; without, rows stand in the order of the lists and files. */
const inOrder = { sortable: false } as const;

/** How a row's verdict reads. */
export interface VerdictLook {
  texts: boolean;
  /** Listed for what a forecast says: its verdict is that of this moment. */
  forecast: boolean;
}

export function columnsFor(look: VerdictLook): readonly Column<CampaignNumber>[] {
  return [
    {
      ...{ id: 'phone', header: 'Number', width: 136, look: 'name' as const },
      value: ({ phone }) => formatPhone(phone),
      cell: (row) => <NumberCell row={row} />,
    },
    {
      ...{ id: 'name', header: 'Name', width: 130, grow: 1, wraps: true },
      value: nameOf,
    },
    {
      ...{
        id: 'list',
        header: 'Contact List',
        width: 180,
        grow: 4,
        spare: 1,
        wraps: true,
        look: 'quiet' as const,
      },
      ...inOrder,
      value: ({ callListName }) => callListName,
    },
    {
      ...{ id: 'line', header: 'Line', width: 64, align: 'right' as const, spare: 1, ...inOrder },
      value: ({ line }) => line,
      cell: ({ line }) => formatNumber(line),
    },
    {
      ...{ id: 'verdict', header: 'Verdict', width: 248, grow: 2, ...inOrder },
      value: (row) => verdictText(row, look),
      cell: (row) => <Verdict row={row} {...look} />,
      title: (row) => verdictText(row, look),
    },
    {
      ...{ id: 'until', header: 'Until', width: 132, look: 'quiet' as const, ...inOrder },
      value: untilOf,
    },
  ];
}

export function nameOf({ firstName, lastName }: CampaignNumber): string {
  return `${firstName} ${lastName}`.trim();
}

export function untilOf({ verdict }: CampaignNumber): string {
  return formatLocalDateTime(verdict?.until && wholeMinute(verdict.until));
}

/** "Can be called now": not as the forecast has it, which lists the row. */
function wordsFor(row: CampaignNumber, { texts, forecast }: VerdictLook) {
  const { word, because } = verdictWords(row, texts);
  return { word: forecast && row.verdict?.kind === 'call' ? `${word} now` : word, because };
}

function verdictText(row: CampaignNumber, look: VerdictLook): string {
  const { word, because } = wordsFor(row, look);
  return `${word}. ${because}`;
}

/** The number leads to what is known of it. */
export function NumberCell({ row: { phone } }: { row: CampaignNumber }) {
  const href = numberHref(phone);
  if (href === undefined) return phone;
  return (
    <Link to={href} tabIndex={-1}>
      {formatPhone(phone)}
    </Link>
  );
}

export function Verdict({ row, ...look }: VerdictLook & { row: CampaignNumber }) {
  const { word, because } = wordsFor(row, look);
  return (
    <StatusDot
      wraps
      color={colorOf(row)}
      hollow={row.leftOut !== null || row.verdict?.kind === 'done'}
    >
      <strong>{word}.</strong> {because}
    </StatusDot>
  );
}

function colorOf({ verdict }: CampaignNumber): StatusColor {
  switch (verdict?.kind) {
    case 'call':
      return 'green';
    case 'bar':
      return 'red';
    case 'done':
      return verdict.reason === 'in_progress' ? 'purple' : 'grey';
    default:
      return 'grey';
  }
}
