/** What a stored call teaches adaptive pacing: for an engine that has not seen it. Pure. */
import { elapsed, later, type SimMs, simMs } from '../milliseconds.ts';
import type { StageEnd } from './learned-course.ts';

/** A call record of a Linkback; instants are of the engine's clock. */
export interface RecordedCourse {
  startedAt: SimMs;
  answeredAt: SimMs | null;
  finishedAt: SimMs;
  result: string;
  /** After the start: when 1 was pressed first, and when customer and agent heard each other. */
  askedAfter: number | null;
  connectedAfter: number | null;
  /** After the start: when the agent left before the customer did. */
  agentLeftAfter: number | null;
}

const unanswered: ReadonlySet<string> = new Set(['no_answer', 'busy', 'failed']);

/** Nothing of a call whose end is unknown: it may have gone on. */
export function stagesOfRecord(record: RecordedCourse): StageEnd[] {
  const { startedAt, answeredAt, finishedAt, result, askedAfter, connectedAfter, agentLeftAfter } =
    record;
  if (answeredAt === null) {
    if (!unanswered.has(result)) return [];
    return [{ stage: 'ringing', age: elapsed(startedAt, finishedAt), awaited: false }];
  }
  const rings = elapsed(startedAt, answeredAt);
  if (result === 'machine') return [{ stage: 'ringing', age: rings, awaited: false }];
  if (result !== 'person') return [];
  const ended = (from: SimMs, to: SimMs) => simMs(Math.max(0, elapsed(from, to)));
  const asks = askedAfter === null ? undefined : later(startedAt, simMs(askedAfter));
  const ends: StageEnd[] = [
    { stage: 'ringing', age: rings, awaited: true },
    { stage: 'listening', age: ended(answeredAt, asks ?? finishedAt), awaited: asks !== undefined },
  ];
  if (asks === undefined || connectedAfter === null) return ends;
  const leftByCustomer = agentLeftAfter === null;
  const age = ended(asks, finishedAt);
  return [...ends, { stage: 'engaged', age, awaited: true, leftByCustomer }];
}
