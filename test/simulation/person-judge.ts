/**
 * Persons, not only numbers: nobody is called at a second number after an answer or a stop, and no
 * number twice within its client's gap. Judged by the carrier's log, with what the rows say of accounts.
 */
import { isAttempt, type ParsedLine } from './judge.ts';
import type { Ledger } from './ledger.ts';
import type { Office } from './office.ts';
import type { Persons } from './persons.ts';

const hour = 3_600_000;

/** An attempt, by its id. */
interface Tried {
  id: string;
  list: number;
  line: number;
  campaign: number;
  /** The campaign calls each account once. */
  once: boolean;
  externalId: string | null;
  result: string | null;
  begun: number;
  answered: number | null;
  ended: number | null;
}

interface Line extends ParsedLine {
  tried: Tried;
}

interface Client {
  clientId: number;
  persons: Persons;
}

export async function againstPersons(
  ask: Office['ask'],
  { clientId, persons }: Client,
  lines: readonly ParsedLine[],
  ledger: Pick<Ledger, 'optOuts' | 'reached'>,
): Promise<string[]> {
  const rows = await ask<Tried>(
    clientId,
    `SELECT concat_ws('-', a.client_id, a.call_list_id, a.entry_id) AS id, a.call_list_id AS list,
       e.account_line AS line, a.campaign_id AS campaign, c.one_call_per_account AS once,
       e.external_id AS "externalId", a.result,
       (extract(epoch FROM a.attempted_at) * 1000)::float8 AS begun,
       (extract(epoch FROM a.answered_at) * 1000)::float8 AS answered,
       (extract(epoch FROM a.finished_at) * 1000)::float8 AS ended
     FROM attempt a JOIN campaign c USING (client_id, campaign_id)
     JOIN list_entry e USING (client_id, call_list_id, entry_id) WHERE a.client_id = $1`,
    [clientId],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const own = lines.flatMap((line): Line[] => {
    const tried = byId.get(line.attemptId);
    return tried && isAttempt(line) ? [{ ...line, tried }] : [];
  });
  const stops = ledger.optOuts.filter((one) => one.clientId === clientId && one.how !== 'import');
  const found = [...reachedTwice(own, ledger.reached), ...tooSoon(own, persons.leastGapHours)];
  if (persons.stopScope === 'number') return found;
  return [...found, ...afterStop(own, stops, persons, await listRowsOf(ask, clientId))];
}

/**
 * A person was reached by a record that says so, or by what an engine that died later had acknowledged
 * while the call was open. Of an attempt that another engine had ended before, the account's other numbers
 * may be under way by then.
 */
function wasReached(
  { attemptId, tried }: Line,
  reachedAt: Ledger['reached'],
  instant: number,
): boolean {
  if (tried.result === 'person' && (tried.answered ?? 0) < instant) return true;
  const at = reachedAt.get(attemptId) ?? Number.POSITIVE_INFINITY;
  return at < instant && at < (tried.ended ?? Number.POSITIVE_INFINITY);
}

function reachedTwice(lines: readonly Line[], reachedAt: Ledger['reached']): string[] {
  const once = lines.filter(({ kind, tried }) => kind === 'call' && tried.once);
  const accounts = Map.groupBy(once, ({ tried }) => `${tried.list} ${tried.line}`);
  return [...accounts.values()].flatMap((own) =>
    own.flatMap((line, at) => {
      const { attemptId, instant, at: when } = line;
      const before = own.slice(0, at);
      const reached = before.find((one) => wasReached(one, reachedAt, instant));
      if (reached) return [`${attemptId} at ${when}: its account was reached at ${reached.to}`];
      const busy = before.find(({ tried }) => instant < (tried.ended ?? Number.POSITIVE_INFINITY));
      return busy ? [`${attemptId} at ${when}: its account is in a call at ${busy.to}`] : [];
    }),
  );
}

/** By the attempts: a submission may come late, and then the next one seems too early. */
function tooSoon(lines: readonly Line[], hours: number): string[] {
  const tries = Map.groupBy(lines, ({ to, tried }) => `${tried.campaign} ${to}`);
  return [...tries.values()].flatMap((own) =>
    own.slice(1).flatMap(({ attemptId, to, tried }, at) => {
      const passed = tried.begun - (own[at]?.tried.begun ?? 0);
      return passed < hours * hour
        ? [`${attemptId} to ${to} is within the least gap: ${passed / hour} of ${hours} hours`]
        : [];
    }),
  );
}

interface ListRows {
  /** "list line phone". */
  rows: Set<string>;
  /** Numbers that stand in a list that was open all the time. */
  known: Set<string>;
}

async function listRowsOf(ask: Office['ask'], clientId: number): Promise<ListRows> {
  const rows = await ask<{ row: string; phone: string; known: boolean }>(
    clientId,
    `SELECT concat_ws(' ', call_list_id, account_line, phone) AS row, phone,
       status_id IN (3, 4) AND l.name LIKE '% of the beginning' AS known
     FROM list_entry e JOIN call_list l USING (client_id, call_list_id) WHERE client_id = $1
     -- Who is followed up in another campaign's list has the account of the first one.
     UNION ALL
     SELECT concat_ws(' ', f.call_list_id, e.account_line, e.phone), e.phone, false
     FROM call_list f JOIN list_entry e ON e.client_id = f.client_id
       AND e.call_list_id = f.follows_list_id
     WHERE f.client_id = $1`,
    [clientId],
  );
  return {
    rows: new Set(rows.map(({ row }) => row)),
    known: new Set(rows.filter(({ known }) => known).map(({ phone }) => phone)),
  };
}

/** A number of the same row, or under the same External Id as far as anybody could know of it. */
function afterStop(
  lines: readonly Line[],
  stops: Ledger['optOuts'],
  { of }: Persons,
  { rows, known }: ListRows,
): string[] {
  return stops.flatMap(({ phone, offset, how }) => {
    const person = of.get(phone);
    const late = lines.find(({ to, offset: at, tried }) => {
      if (at < offset || to === phone || of.get(to) !== person) return false;
      const beside = rows.has(`${tried.list} ${tried.line} ${phone}`);
      const byId = tried.externalId !== null && known.has(phone);
      return beside || byId;
    });
    return late
      ? [`${late.attemptId} to ${late.to} at ${late.at}, after a stop (${how}) at ${phone}`]
      : [];
  });
}
