/**
 * What an engine heard of its Linkback customers, noted in a file before the engine acts on it: only
 * so the judge knows what was known at a hand-over.
 */
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CallEvent, VoiceCarrier } from '../../src/carriers/port.ts';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';

interface HeardLine {
  attemptId: string;
  what: 'asked' | 'left';
  /** Simulated. */
  at: number;
  /** The length of the carrier's log just then. */
  place: number;
}

const fileIn = (folder: string) => join(folder, 'heard.jsonl');

/** The same carrier; tells nothing that is not noted. */
export function noting(folder: string, carrier: VoiceCarrier): VoiceCarrier {
  const noted = new WeakSet<CallEvent>();
  return {
    ...carrier,
    events() {
      const events = carrier.events();
      for (const event of events) {
        const what = whatIsHeard(event);
        if (!what || noted.has(event)) continue;
        noted.add(event);
        const { attemptId, at } = event;
        const { size: place } = statSync(join(folder, callLogName));
        appendFileSync(fileIn(folder), `${JSON.stringify({ attemptId, what, at, place })}\n`);
      }
      return events;
    },
  };
}

function whatIsHeard(event: CallEvent): HeardLine['what'] | undefined {
  if (event.kind === 'agent_ended') return 'left';
  return event.kind === 'key' && event.key === '1' ? 'asked' : undefined;
}

export interface Heard {
  /** By attempt: the place at which its key 1 was first heard. */
  asked: Map<string, number>;
  /** By attempt: when its agent's leg ended before the call did. */
  left: Map<string, number>;
}

export function readHeard(folder: string): Heard {
  const heard: Heard = { asked: new Map(), left: new Map() };
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
