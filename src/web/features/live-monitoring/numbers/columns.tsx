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

export function columnsFor(texts: boolean): readonly Column<CampaignNumber>[] {
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
      value: (row) => verdictText(row, texts),
      cell: (row) => <Verdict row={row} texts={texts} />,
      title: (row) => verdictText(row, texts),
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

function verdictText(row: CampaignNumber, texts: boolean): string {
  const { word, because } = verdictWords(row, texts);
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

export function Verdict({ row, texts }: { row: CampaignNumber; texts: boolean }) {
  const { word, because } = verdictWords(row, texts);
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
