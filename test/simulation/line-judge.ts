/** What became of the agents' lines of a run, against what the records say of their customers. */
import type { AgentLine } from './agent-lines.ts';

/** A call of a Linkback that has its record. */
export interface TalkRecord {
  attemptId: string;
  result: string;
  /** It says that customer and agent talked. */
  transferred: boolean;
  abandoned: boolean;
  /** An agent was called for this customer. */
  hasOwnAgent: boolean;
}

export interface LinesTrial {
  lines: readonly AgentLine[];
  /** Attempts whose customers have heard an agent who waited. */
  bridged: ReadonlySet<string>;
  records: readonly TalkRecord[];
  /** Simulated milliseconds after which a dead engine's line is surely over. */
  knownTime: number;
  /** When an engine died; undefined: it lives. */
  diedAt(line: AgentLine): number | undefined;
}

export function againstLines(trial: LinesTrial): string[] {
  return [...orphans(trial), ...untrueTalks(trial)];
}

/** Everything has ended: nobody is on the line, and nobody was for long after an engine's death. */
function orphans({ lines, knownTime, diedAt }: LinesTrial): string[] {
  return lines.flatMap((line) => {
    const { id, state, endedAt = Number.POSITIVE_INFINITY } = line;
    if (state !== 'over') return [`an agent is left on the line ${id}, which ${state}`];
    const died = diedAt(line);
    const isLate = died !== undefined && line.given === undefined && endedAt > died + knownTime;
    return isLate ? [`an agent is left on the line ${id} for ${endedAt - died} ms`] : [];
  });
}

function untrueTalks({ records, bridged }: LinesTrial): string[] {
  return records.flatMap(({ attemptId, result, transferred, abandoned, hasOwnAgent }) => {
    const talked = bridged.has(attemptId);
    if (transferred && !talked && !hasOwnAgent) {
      return [`${attemptId} was bridged to a line that had ended, and counts as a talk`];
    }
    // Of a call that nobody followed to its end, not all is known.
    if (talked && abandoned && result === 'person') {
      return [`${attemptId} talked with an agent, and counts as abandoned`];
    }
    return [];
  });
}
