/** What the retention commands say. */
import { asPlatform, type Database } from '#db/database.ts';
import { readDefaults, readRetention } from '#db/queries/retention.ts';
import { readStored, type Stored, type StoredKind } from '#db/queries/retention-standing.ts';
import type { Begun } from '#db/retention/begun.ts';
import type { ClientDeleted, Deleted } from '#db/retention/run.ts';
import { describeBytes } from '#domain/disk-forecast.ts';
import { describeDays, type RetentionKind, retentionKinds } from '#domain/retention.ts';
import { table } from './help.ts';
import { count } from './shared.ts';

const shownKinds = [
  ...new Set<StoredKind | RetentionKind>(['contacts', 'attempts', ...retentionKinds]),
];

/** @param clientId undefined: the installation, all clients together */
export async function showRetention(
  db: Database,
  clientId: number | undefined,
  asJson: boolean,
): Promise<string> {
  const { clients, defaults } = await asPlatform(db, async (tx) => ({
    clients: await readRetention(tx),
    defaults: await readDefaults(tx),
  }));
  const stored = await readStored(
    db,
    clients.map((client) => client.clientId),
  );
  const client = clients.find((one) => one.clientId === clientId);
  const shown = clientId === undefined ? [...stored.values()] : [stored.get(clientId)];
  const days = client?.days ?? defaults;
  const kinds = shownKinds
    .filter((kind) => client === undefined || kind !== 'journal')
    .map((kind) => ({
      kind,
      // An attempt has no time of its own: it goes with its list.
      ...(kind !== 'attempts' && { days: days[kind], own: client?.own.includes(kind) ?? false }),
      ...(kind !== 'journal' && sumOf(shown.map((one) => one?.[kind]))),
    }));
  const others = clients.filter(({ own }) => clientId === undefined && own.length > 0);
  if (asJson) {
    const own = others.map(({ code, days: of, own: set }) => ({
      code,
      days: Object.fromEntries(set.map((kind) => [kind, of[kind]])),
    }));
    return JSON.stringify({ client: client?.code ?? null, kinds, ...(client ? {} : { own }) });
  }
  const rows = kinds.map((one) => [
    one.kind,
    'days' in one
      ? `${describeDays(one.days ?? null)}${one.own ? ' (its own)' : ''}`
      : 'with their list',
    ...('rows' in one ? cellsOf(one as Stored) : ['', '', '']),
  ]);
  const lines = [table([['KIND', 'KEPT', 'ROWS', 'OLDEST', 'ABOUT'], ...rows])];
  for (const { code, own, days: of } of others) {
    lines.push(
      `Client "${code}": ${own.map((kind) => `${kind} ${describeDays(of[kind])}`).join(', ')}.`,
    );
  }
  return lines.join('\n');
}

function cellsOf({ rows, atLeast, oldest, bytes }: Stored): string[] {
  const more = atLeast ? 'over ' : '';
  return [
    `${more}${rows.toLocaleString('en-US')}`,
    oldest?.toISOString().slice(0, 10) ?? '-',
    describeBytes(bytes),
  ];
}

function sumOf(parts: readonly (Stored | undefined)[]): Stored {
  const known = parts.filter((part) => part !== undefined);
  const oldest = known.flatMap((part) => (part.oldest ? [part.oldest.getTime()] : []));
  return {
    rows: known.reduce((sum, part) => sum + part.rows, 0),
    atLeast: known.some((part) => part.atLeast),
    oldest: oldest.length > 0 ? new Date(Math.min(...oldest)) : null,
    bytes: known.reduce((sum, part) => sum + part.bytes, 0),
  };
}

/** What was deleted, or would be. */
export function deletedLines(
  { clients, recordings, reports, months, finished, foreign }: Deleted,
  dryRun: boolean,
): string[] {
  const would = dryRun ? 'would be ' : '';
  const lines = clients.flatMap((client) => {
    const words = wordsOf(client);
    return words === '' ? [] : [`Client "${client.code}": ${words} ${would}deleted.`];
  });
  if (months.length > 0) {
    lines.push(
      `Whole months of call records that ${dryRun ? 'would be' : 'were'} dropped: ${months.join(', ')}.`,
    );
  }
  if (finished.length > 0) {
    lines.push(
      `Tables that an earlier run detached and that ${dryRun ? 'would be' : 'were'} dropped: ${finished.join(', ')}.`,
    );
  }
  const rest = fileWords(recordings, reports);
  if (rest.length > 0) lines.push(`${rest.join(' and ')} ${would}deleted.`);
  const open = clients.filter(({ openLists }) => openLists > 0);
  for (const { code, openLists } of open) {
    lines.push(
      `Client "${code}": ${count(openLists, 'list is', 'lists are')} old enough but kept, because numbers are still waiting there or in their follow-ups. Close finished lists.`,
    );
  }
  const said = lines.length > 0 ? lines : ['Nothing is old enough to be deleted.'];
  return foreign.length > 0 ? [...said, foreignSentence(foreign)] : said;
}

/** What a longer time comes too late for; empty: nothing. */
export function begunWords({ lists, tables }: Begun): string {
  const what = [...(lists > 0 ? [count(lists, 'list', 'lists')] : []), ...tables];
  return what.length === 0
    ? ''
    : ` This deletion has begun, and the next run finishes it: ${what.join(', ')}.`;
}

/** @param names of tables that somebody detached by hand; at least one */
export function foreignSentence(names: readonly string[]): string {
  const [first] = names;
  const shown = names.slice(0, mostNames).join(', ');
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  const it = names.length === 1 ? 'it' : 'them';
  const parent = first?.replace(/_\d+$/, '');
  return `Detached manually and ignored by retention: ${shown}${more}. No report reads ${it}, and no backup contains ${it}. Attach ${first} to ${parent} again, or drop it.`;
}

const mostNames = 5;

/** What the next run deletes, in one sentence. */
export function goesLines({ clients, recordings, reports }: Deleted): string {
  const rows = clients.flatMap((client) => {
    const words = wordsOf(client);
    return words === '' ? [] : [`${words} of "${client.code}"`];
  });
  const all = [...rows, ...fileWords(recordings, reports)];
  return all.length === 0
    ? 'Nothing is that old right now.'
    : `The next run deletes: ${all.join('; ')}.`;
}

function fileWords(recordings: number, reports: number): string[] {
  return [
    recordings > 0 ? count(recordings, 'recording') : '',
    reports > 0 ? count(reports, 'report') : '',
  ].filter((words) => words !== '');
}

function wordsOf(client: ClientDeleted): string {
  const parts: [number, string, string?][] = [
    [client.contacts, 'contact row'],
    [client.lists, 'list emptied', 'lists emptied'],
    [client.attempts, 'attempt'],
    [client.calls, 'call record'],
    [client.texts, 'record of texts', 'records of texts'],
    [client.sentTexts, 'sent text'],
    [client.inbound, 'inbound text'],
  ];
  return parts
    .filter(([rows]) => rows > 0)
    .map(([rows, one, many]) => count(rows, one, many))
    .join(', ');
}
