/** After the last kill: everything is stopped, two engines finish what is under way, and it is judged. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from '../../scripts/proof/runs.ts';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import { awaitsReceipt, inFlight } from '../../src/db/attempt-states.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStop } from '../../src/db/queries/campaign-run.ts';
import { recount } from '../engine/recount.ts';
import { afterOptOut, type ParsedLine, readLines, submittedTwice } from '../simulation/judge.ts';
import { beyondAgents } from '../simulation/linkback-judge.ts';
import type { EngineSlots } from './engine-slots.ts';
import { readReceived } from './event-log.ts';
import type { OptOuts } from './opt-outs.ts';
import { linkbackAgents, type Site } from './site.ts';

export interface Verdict {
  violations: string[];
  figures: string;
  counted: Figures;
}

/** Real milliseconds: a silent call is given up after three minutes, at a speed of 20. */
const longestEnd = 90_000;

export async function judgeSite(
  site: Site,
  engines: EngineSlots,
  { ledger }: OptOuts,
  crashes: number,
  onlyKills: boolean,
): Promise<Verdict> {
  const isOver = await finish(site);
  const lines = readLines(readFileSync(join(site.folder, callLogName), 'utf8'));
  const own = lines.filter((line) => !line.attemptId.startsWith('reply-'));
  const books = await recount(site.db, site.clientId);
  const rows = await readRows(site);
  const stops = confirmedStops(lines, rows);
  const optOuts = [...ledger.optOuts, ...stops];
  const duplicates = submittedTwice(lines);
  const late = afterOptOut(own, { optOuts, silences: [] });
  const lost = [
    ...own
      .filter((line) => !rows.records.has(line.attemptId))
      .map(({ attemptId }) => `${attemptId} has no record`),
    ...(await lostResults(site)),
  ];
  const deaths = engines.kills() + crashes;
  const window = engines.mostInTheAir();
  const mostUnknown = onlyKills ? engines.inFlightAtKills() : window * deaths;
  const { length: unknown } = rows.unknown;
  const submitted = new Set(own.map(({ attemptId }) => attemptId));
  const unsent = rows.unknown.filter((id) => !submitted.has(id)).length;
  const beyond = await beyondTheAgents(site);
  const broken = [...duplicates, ...late, ...lost, ...beyond];
  const violations = [
    ...(isOver ? [] : ['something never came to its end']),
    ...broken,
    ...(books.mismatches > 0 ? [`${books.mismatches} attempts without their one record`] : []),
    ...books.wrongCounts.map((wrong) => `wrong counts ${JSON.stringify(wrong)}`),
    ...(unknown > mostUnknown ? [`${unknown} unknown, at most ${mostUnknown}`] : []),
  ];
  const of = (kind: ParsedLine['kind']) => own.filter((line) => line.kind === kind).length;
  const confirmed = ledger.optOuts.length + stops.length;
  return {
    violations,
    counted: {
      ...{ kills: engines.kills(), crashes, cuts: engines.cuts(), optOuts: confirmed },
      ...{ calls: of('call') + of('text'), unknown, unsent },
      ...(onlyKills && { inFlightAtKills: mostUnknown }),
    },
    figures: [
      `${engines.kills()} kills`,
      `${crashes} database crashes`,
      `${engines.cuts()} cuts of the link`,
      `${ledger.optOuts.length} opt-outs confirmed by console and import, ${stops.length} by text`,
      `${of('call')} calls, ${of('agent')} of agents, and ${of('text')} texts submitted`,
      `${duplicates.length} duplicates`,
      `${late.length} after a confirmed opt-out`,
      `${lost.length} lost results`,
      `${beyond.length} beyond the free agents`,
      onlyKills
        ? `${unknown} unknown (${mostUnknown} in flight at the kills)`
        : `${unknown} unknown (at most ${window} in the air × ${deaths})`,
      `${unsent} of them never submitted`,
    ].join(', '),
  };
}

/** Ends that were acknowledged to the carrier, and of which nothing is known afterwards. */
export async function lostResults({ db, folder, clientId }: Site): Promise<string[]> {
  const { acknowledged } = readReceived(folder);
  const unknown = await asClient(db, clientId, (tx) =>
    tx.rows<{ id: string; ended: Date }>(
      `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id, finished_at AS ended
       FROM attempt WHERE client_id = $1 AND result = 'unknown'`,
      [clientId],
    ),
  );
  return unknown
    .filter(({ id, ended }) => ended.getTime() > (acknowledged.get(id) ?? Number.POSITIVE_INFINITY))
    .map(({ id }) => `${id} was acknowledged, and its result is lost`);
}

/** Calls of the Linkback that its free agents did not allow, by the log and what its engines had received. */
export async function beyondTheAgents({ db, folder, clientId, linkback }: Site): Promise<string[]> {
  const text = readFileSync(join(folder, callLogName), 'utf8');
  const lines = readLines(text.slice(0, text.lastIndexOf('\n') + 1));
  const { asked, left } = readReceived(folder);
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ id: string; asked: Date | null; ended: Date | null }>(
      `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id, agent_called_at AS asked,
         finished_at AS ended
       FROM attempt WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, linkback.campaignId],
    ),
  );
  const attempts = new Map(rows.map((row) => [row.id, row]));
  const legs = lines.filter(({ kind }) => kind === 'agent');
  const offsetOfLeg = new Map(legs.map(({ attemptId, offset }) => [attemptId, offset]));
  const calls = lines.filter(({ kind, attemptId }) => kind === 'call' && attempts.has(attemptId));
  return beyondAgents(
    calls.map(({ attemptId, offset, instant }) => ({
      ...{ attemptId, offset, decidedAt: offset, at: instant, agents: linkbackAgents },
      ended: attempts.get(attemptId)?.ended?.getTime() ?? Number.POSITIVE_INFINITY,
      asked: attempts.get(attemptId)?.asked?.getTime(),
      receivedAt: asked.get(attemptId),
      agentOffset: offsetOfLeg.get(attemptId),
      agentFree: left.get(attemptId),
    })),
  );
}

/** What the carrier's log alone shows, also while it is being written. */
export function seenInLog({ folder }: Site, { ledger }: OptOuts) {
  const text = readFileSync(join(folder, callLogName), 'utf8');
  const lines = readLines(text.slice(0, text.lastIndexOf('\n') + 1));
  const own = lines.filter((line) => !line.attemptId.startsWith('reply-'));
  return {
    submitted: own.length,
    duplicates: submittedTwice(own),
    late: afterOptOut(own, ledger),
  };
}

async function finish({ db, clientId, campaigns }: Site): Promise<boolean> {
  const end = performance.now() + longestEnd;
  while (performance.now() < end) {
    try {
      const open = await asClient(db, clientId, async (tx) => {
        for (const { campaignId } of campaigns) await requestStop(tx, clientId, campaignId);
        return tx.rows(
          `SELECT 1 FROM campaign WHERE run_status <> 1 UNION ALL
           SELECT 1 FROM attempt WHERE ${inFlight()}`,
        );
      });
      if (open.length === 0) return true;
    } catch {
      // The database recovers from its last crash.
    }
    await sleep(200);
  }
  return false;
}

interface Rows {
  records: Set<string>;
  /** Ids of attempts that ended so. */
  unknown: string[];
  /** Ids of auto-replies to STOP. */
  confirmations: Set<string>;
}

async function readRows({ db, clientId }: Site): Promise<Rows> {
  return asClient(db, clientId, async (tx) => {
    const records = await tx.rows<{ id: string }>(
      `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id FROM call_record
       WHERE client_id = $1
       UNION ALL SELECT concat_ws('-', client_id, call_list_id, entry_id) FROM attempt
       WHERE client_id = $1 AND ${awaitsReceipt()}`,
      [clientId],
    );
    const unknown = await tx.rows<{ id: string }>(
      `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id FROM attempt
       WHERE client_id = $1 AND result = 'unknown'`,
      [clientId],
    );
    const confirmations = await tx.rows<{ id: string }>(
      `SELECT concat_ws('-', 'reply', client_id, text_reply_id) AS id FROM text_reply
       WHERE client_id = $1 AND kind = 'opt_out'`,
      [clientId],
    );
    return {
      records: new Set(records.map(({ id }) => id)),
      unknown: unknown.map(({ id }) => id),
      confirmations: new Set(confirmations.map(({ id }) => id)),
    };
  });
}

/** Persons who wrote STOP and got the confirmation: from that line of the log on. */
function confirmedStops(lines: readonly ParsedLine[], { confirmations }: Rows) {
  return lines
    .filter(({ attemptId }) => confirmations.has(attemptId))
    .map(({ attemptId, to, offset }) => ({
      clientId: Number(attemptId.split('-')[1]),
      phone: to,
      offset: offset + 1,
      how: 'STOP',
    }));
}
