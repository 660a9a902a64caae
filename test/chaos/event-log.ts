/**
 * What passed between an engine and its carrier, noted in a file as it does: of Linkback customers
 * what was heard, before the engine acts on it, and of every call that its end was acknowledged. Only
 * so the judge knows what was known at a hand-over, and what the carrier will not tell again.
 */
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CallEvent, VoiceCarrier } from '../../src/carriers/port.ts';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import type { Clock } from '../../src/domain/clock.ts';

interface HeardLine {
  attemptId: string;
  what: 'asked' | 'left' | 'acknowledged';
  /** Simulated. */
  at: number;
  /** The length of the carrier's log just then. */
  place: number;
}

const fileIn = (folder: string) => join(folder, 'heard.jsonl');

/** The same carrier; it reports nothing that is not noted. */
export function noting(folder: string, clock: Clock, carrier: VoiceCarrier): VoiceCarrier {
  const noted = new WeakSet<CallEvent>();
  const note = (line: Omit<HeardLine, 'place'>) => {
    const { size: place } = statSync(join(folder, callLogName));
    appendFileSync(fileIn(folder), `${JSON.stringify({ ...line, place })}\n`);
  };
  return {
    ...carrier,
    events() {
      const events = carrier.events();
      for (const event of events) {
        const what = whatIsHeard(event);
        if (!what || noted.has(event)) continue;
        noted.add(event);
        note({ attemptId: event.attemptId, what, at: event.at });
      }
      return events;
    },
    acknowledge(events) {
      for (const { attemptId, kind } of events) {
        if (kind === 'ended') note({ attemptId, what: 'acknowledged', at: clock.now() });
      }
      carrier.acknowledge(events);
    },
  };
}

function whatIsHeard(event: CallEvent): HeardLine['what'] | undefined {
  if (event.kind === 'agent_ended') return 'left';
  return event.kind === 'key' && event.key === '1' ? 'asked' : undefined;
}

export interface Heard {
  /** By attempt: the position at which its key 1 was first received. */
  asked: Map<string, number>;
  /** By attempt: when its agent's leg ended before the call did. */
  left: Map<string, number>;
  /** By attempt: when its end was first acknowledged. */
  acknowledged: Map<string, number>;
}

export function readHeard(folder: string): Heard {
  const heard: Heard = { asked: new Map(), left: new Map(), acknowledged: new Map() };
  const text = existsSync(fileIn(folder)) ? readFileSync(fileIn(folder), 'utf8') : '';
  for (const row of text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)) {
    const { attemptId, what, at, place } = JSON.parse(row) as HeardLine;
    const known = heard[what];
    if (!known.has(attemptId)) known.set(attemptId, what === 'asked' ? place : at);
  }
  return heard;
}
