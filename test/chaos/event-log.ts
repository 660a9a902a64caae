/**
 * What passed between an engine and its carrier, written to a file at that moment: the events of Linkback
 * customers before the engine acts on them, and each acknowledged end of a call. The judge needs it to know
 * what was known at a takeover, and what the carrier will not report again.
 */
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CallEvent, VoiceCarrier } from '../../src/carriers/port.ts';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import type { Clock } from '../../src/domain/clock.ts';

interface EventLine {
  attemptId: string;
  what: 'asked' | 'left' | 'acknowledged';
  /** Simulated. */
  at: number;
  /** The length of the carrier's log just then. */
  offset: number;
}

const fileIn = (folder: string) => join(folder, 'events.jsonl');

/** The same carrier; each event is written down before it is returned. */
export function noting(folder: string, clock: Clock, carrier: VoiceCarrier): VoiceCarrier {
  const noted = new WeakSet<CallEvent>();
  const note = (line: Omit<EventLine, 'offset'>) => {
    const { size: offset } = statSync(join(folder, callLogName));
    appendFileSync(fileIn(folder), `${JSON.stringify({ ...line, offset })}\n`);
  };
  return {
    ...carrier,
    events() {
      const events = carrier.events();
      for (const event of events) {
        const what = kindOf(event);
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

function kindOf(event: CallEvent): EventLine['what'] | undefined {
  if (event.kind === 'agent_ended') return 'left';
  return event.kind === 'key' && event.key === '1' ? 'asked' : undefined;
}

export interface ReceivedEvents {
  /** By attempt: the position at which its key 1 was first received. */
  asked: Map<string, number>;
  /** By attempt: when its agent's leg ended before the call did. */
  left: Map<string, number>;
  /** By attempt: when its end was first acknowledged. */
  acknowledged: Map<string, number>;
}

export function readReceived(folder: string): ReceivedEvents {
  const received: ReceivedEvents = { asked: new Map(), left: new Map(), acknowledged: new Map() };
  const text = existsSync(fileIn(folder)) ? readFileSync(fileIn(folder), 'utf8') : '';
  for (const row of text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)) {
    const { attemptId, what, at, offset } = JSON.parse(row) as EventLine;
    const known = received[what];
    if (!known.has(attemptId)) known.set(attemptId, what === 'asked' ? offset : at);
  }
  return received;
}
