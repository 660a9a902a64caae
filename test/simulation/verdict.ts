/** The judge's verdict on a run: the carrier's log and the rows against every promise. */
import type { Database } from '../../src/db/database.ts';
import { type History, recount } from '../engine/recount.ts';
import { waitingSides } from '../engine/waiting-sides.ts';
import type { AgentLines } from './agent-lines.ts';
import { beyondCap } from './cap-judge.ts';
import { againstFollowUps } from './follow-ups.ts';
import {
  afterOptOut,
  brokenSilences,
  inTwoCalls,
  isAttempt,
  outsideHours,
  type ParsedLine,
  readLines,
  submittedTwice,
  tooFast,
} from './judge.ts';
import type { Ledger } from './ledger.ts';
import { deafNines, lostLetters, wrongAnswers } from './letters.ts';
import { againstLines, type TalkRecord } from './line-judge.ts';
import { beyondAgents } from './linkback-judge.ts';
import type { Office } from './office.ts';
import { keyOf } from './people.ts';
import { againstPersons } from './person-judge.ts';
import { beyondPolicy } from './policy-judge.ts';
import { leftTooLate } from './queue-judge.ts';
import { type Household, type TownCampaign, zonesOfTown } from './town.ts';
import { beyondTrunk } from './trunk-judge.ts';
import { keptWaiting } from './urgent-list.ts';

type Ask = Office['ask'];

export interface Trial {
  ask: Ask;
  town: Household[];
  ledger: Ledger;
  rates: Office['rates'];
  /** Simulated milliseconds a real one. */
  speed: number;
  /** Outside of every part. */
  plain: Database;
  /** Of guarded clients, before the run. */
  history: History;
  lines: AgentLines;
}

export async function verdictOn(trial: Trial, text: string): Promise<string[]> {
  const { ask, town, ledger, plain } = trial;
  const lines = readLines(text);
  const found = [...ledger.seen];
  if (!(await isQuiet(trial))) found.push('something never came to its end');
  const owners = new Map<string, number>();
  for (const { clientId } of town) {
    const lists = await ask<{ id: number; campaignId: number }>(
      clientId,
      'SELECT call_list_id AS id, campaign_id AS "campaignId" FROM call_list',
      [],
    );
    for (const { id, campaignId } of lists) owners.set(`${clientId}-${id}`, campaignId);
    const books = await recount(plain, clientId, trial.history);
    if (books.mismatches > 0) found.push(`${books.mismatches} attempts without their one record`);
    for (const wrong of books.wrongCounts) found.push(`wrong counts ${JSON.stringify(wrong)}`);
    const waiting = await waitingSides(plain, clientId);
    if (waiting.kept.join() !== waiting.entries.join()) {
      found.push(`wrong counts of what waits ${JSON.stringify(waiting)}`);
    }
    found.push(...inTwoCalls(lines, await endsOf(ask, clientId)));
    found.push(...(await deafNines(ask, clientId, ledger.nines)));
    found.push(...(await wrongAnswers(ask, clientId, lines)));
  }
  const campaignOf = (line: ParsedLine) => owners.get(`${line.clientId}-${line.callListId}`);
  ledger.optOuts.push(...(await confirmedStops(ask, town, lines)));
  for (const home of town) {
    found.push(...(await againstPersons(ask, home, lines, ledger)));
    found.push(...(await againstFollowUps(ask, plain, home, lines.at(-1)?.instant ?? 0)));
  }
  found.push(...submittedTwice(lines));
  found.push(...afterOptOut(lines, ledger));
  found.push(...brokenSilences(lines, ledger, campaignOf));
  found.push(...outsideHours(lines, zonesOfTown));
  found.push(...keptWaiting(lines, ledger, campaignOf));
  found.push(...leftTooLate(ledger, zonesOfTown));
  found.push(...beyondCap(lines, town));
  for (const home of town) found.push(...(await beyondPolicy(ask, home, lines)));
  found.push(...(await lostLetters(ask, ledger.letters)));
  found.push(...(await lostReceipts(trial)));
  for (const campaign of town.flatMap(({ campaigns }) => campaigns)) {
    const own = lines.filter((line) => campaignOf(line) === campaign.campaignId);
    if (ledger.deadTrunk.length > 0) found.push(...(await trunkOf(trial, campaign, own)));
    if (campaign.guarded) found.push(...(await linesOf(trial, campaign, own)));
    else if (campaign.kind === 'linkback') found.push(...(await linkbackOf(trial, campaign, own)));
    else found.push(...paceOf(trial, campaign, own.filter(isAttempt)));
  }
  return found;
}

/** Everything is stopped, nothing is under way. A receipt may still come. */
export async function isQuiet({ ask, town }: Pick<Trial, 'ask' | 'town'>): Promise<boolean> {
  for (const { clientId } of town) {
    const rows = await ask(
      clientId,
      `SELECT 1 FROM campaign WHERE run_status <> 1 UNION ALL
       SELECT 1 FROM attempt WHERE finished_at IS NULL AND receipt_until IS NULL UNION ALL
       SELECT 1 FROM call_list WHERE status_id = 5`,
      [],
    );
    if (rows.length > 0) return false;
  }
  return true;
}

function paceOf({ rates, speed }: Trial, campaign: TownCampaign, own: ParsedLine[]): string[] {
  const rate = rates.get(keyOf(campaign));
  if (!rate) return [];
  return tooFast(own, { perMinute: rate.most, burst: 4_000 * speed, starts: rate.starts });
}

async function trunkOf(
  { ask, ledger, rates }: Trial,
  campaign: TownCampaign,
  lines: readonly ParsedLine[],
): Promise<string[]> {
  const { clientId, campaignId } = campaign;
  const rows = await ask<{ id: string; result: string | null }>(
    clientId,
    `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id, result
     FROM attempt WHERE client_id = $1 AND campaign_id = $2`,
    [clientId, campaignId],
  );
  const [lease] = await ask<{ fence: number }>(
    clientId,
    'SELECT fence FROM campaign_lease WHERE client_id = $1 AND campaign_id = $2',
    [clientId, campaignId],
  );
  return beyondTrunk(lines, ledger.deadTrunk, {
    ...{ clientId, campaignId, starts: rates.get(keyOf(campaign))?.starts ?? 1 },
    takeovers: Math.max(0, (lease?.fence ?? 1) - 1),
    results: new Map(rows.map(({ id, result }) => [id, result])),
  });
}

/** A Linkback calls only as its agents are free. */
async function linkbackOf(
  { ask, ledger }: Trial,
  { clientId, campaignId }: TownCampaign,
  lines: readonly ParsedLine[],
): Promise<string[]> {
  const rows = await ask<{ id: string; asked: Date | null; ended: Date | null }>(
    clientId,
    `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id, agent_called_at AS asked,
       finished_at AS ended
     FROM attempt WHERE client_id = $1 AND campaign_id = $2`,
    [clientId, campaignId],
  );
  const attempts = new Map(rows.map((row) => [row.id, row]));
  const legs = lines.filter(({ kind }) => kind === 'agent');
  const offsetOfLeg = new Map(legs.map(({ attemptId, offset }) => [attemptId, offset]));
  return beyondAgents(
    lines.filter(isAttempt).map(({ attemptId, offset, instant }) => ({
      ...{ attemptId, offset, at: instant },
      ended: attempts.get(attemptId)?.ended?.getTime() ?? Number.POSITIVE_INFINITY,
      asked: attempts.get(attemptId)?.asked?.getTime(),
      receivedAt: ledger.received.get(attemptId),
      endReceivedAt: ledger.ended.get(attemptId),
      decidedAt: ledger.decided.get(attemptId) ?? Number.POSITIVE_INFINITY,
      agentOffset: offsetOfLeg.get(attemptId),
      agentFree: ledger.agentsFree.get(attemptId),
      agents: ledger.agents.get(attemptId)?.get(campaignId),
    })),
  );
}

/** Of a guarded one: what its agents' lines were given to. */
async function linesOf(
  { ask, lines, speed }: Trial,
  { clientId, campaignId, guarded }: TownCampaign,
  own: readonly ParsedLine[],
): Promise<string[]> {
  const rows = await ask<Omit<TalkRecord, 'hasOwnAgent'>>(
    clientId,
    `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS "attemptId", result, transferred,
       abandoned
     FROM call_record WHERE client_id = $1 AND campaign_id = $2`,
    [clientId, campaignId],
  );
  const ownAgents = new Set(own.filter(({ kind }) => kind === 'agent').map((one) => one.attemptId));
  lines.up();
  return againstLines({
    lines: lines.all().filter(({ to }) => to === guarded),
    bridged: lines.bridged,
    records: rows.map((row) => ({ ...row, hasOwnAgent: ownAgents.has(row.attemptId) })),
    // What it hears, and the carrier's patience after it.
    knownTime: 60_000 + 60_000 * speed,
    diedAt: (line) => lines.diedAt(line),
  });
}

/** A receipt that was acknowledged is the result of its text, or is kept for it. */
async function lostReceipts({ ask, town, ledger }: Trial): Promise<string[]> {
  const outcomes = new Map<string, Set<string>>();
  for (const { carrierRef, outcome } of ledger.receipts) {
    outcomes.set(carrierRef, (outcomes.get(carrierRef) ?? new Set()).add(outcome));
  }
  const found: string[] = [];
  for (const { clientId } of town) {
    // Without our id a receipt of two texts to one person from one number may fit to either.
    const rows = await ask<{ id: string; result: string | null }>(
      clientId,
      `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id, result FROM attempt a
       WHERE client_id = $1
         AND 1 = (SELECT count(*) FROM attempt b WHERE b.client_id = $1
           AND b.campaign_id = a.campaign_id AND b.phone = a.phone)
         AND NOT EXISTS (SELECT FROM text_receipt t WHERE t.client_id = $1 AND t.carrier_ref =
           concat_ws('-', 'simulated:' || a.client_id, a.call_list_id, a.entry_id))`,
      [clientId],
    );
    for (const { id, result } of rows) {
      const expected = outcomes.get(id);
      if (expected && !expected.has(result ?? ''))
        found.push(`the receipt of ${id} is lost: ${result}`);
    }
  }
  return found;
}

/** When each of the client's attempts ended; null: it has not. */
async function endsOf(ask: Ask, clientId: number): Promise<Map<string, Date | null>> {
  const rows = await ask<{ id: string; ended: Date | null }>(
    clientId,
    `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id, finished_at AS ended
     FROM attempt WHERE client_id = $1`,
    [clientId],
  );
  return new Map(rows.map(({ id, ended }) => [id, ended]));
}

/** Persons who wrote STOP and got the confirmation: from that line of the log on. */
async function confirmedStops(ask: Ask, town: Household[], lines: readonly ParsedLine[]) {
  const ids = new Set<string>();
  for (const { clientId } of town) {
    const rows = await ask<{ id: string }>(
      clientId,
      `SELECT concat_ws('-', 'reply', client_id, text_reply_id) AS id FROM text_reply
       WHERE client_id = $1 AND kind = 'opt_out'`,
      [clientId],
    );
    for (const { id } of rows) ids.add(id);
  }
  return lines
    .filter(({ attemptId }) => ids.has(attemptId))
    .map(({ attemptId, to, offset }) => ({
      clientId: Number(attemptId.split('-')[1]),
      phone: to,
      offset: offset + 1,
      how: 'STOP',
    }));
}
