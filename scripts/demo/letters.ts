/** What people of the demo write: some say stop in words of their own, and some are written for the story. */
import { createNews } from '../../src/carriers/news.ts';
import type { SimulatedTextCarrier } from '../../src/carriers/simulated/text-carrier.ts';
import { textReplies } from '../../src/carriers/simulated/text-profile.ts';
import type { TextCarrier, TextEvent } from '../../src/carriers/text-port.ts';
import type { Clock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { pick } from './people.ts';

export interface Letters extends TextCarrier {
  /** Somebody writes a text now. Numbers are 11 digits. */
  write(letter: { from: string; to: string; body: string }): void;
}

const ownWords = [
  'Please take me off your list',
  "please don't text me anymore",
  'I already paid this last week, stop texting me',
  'You have the wrong person. Do not contact me again.',
  'leave me alone please',
  'no me manden más mensajes',
  'I do not want any more messages from you, thanks',
];

const stops: readonly string[] = textReplies.stop;

export function withLetters(
  carrier: TextCarrier & Pick<SimulatedTextCarrier, 'waits'>,
  seed: string,
  clock: Clock,
): Letters {
  const worded = new WeakSet<TextEvent>();
  const own = createNews<TextEvent>();
  const ofOwn = new Set<TextEvent>();
  let written = 0;
  return {
    ...carrier,
    write({ from, to, body }) {
      written += 1;
      const event: TextEvent = {
        ...{ kind: 'inbound', carrierRef: `letter-${written}`, phone: from, textingNumber: to },
        ...{ at: simMs(clock.now()), body },
      };
      ofOwn.add(event);
      own.tell(event);
    },
    events(reader) {
      const events = carrier.events(reader);
      for (const event of events) {
        if (event.kind !== 'inbound' || worded.has(event)) continue;
        worded.add(event);
        const random = seededRandom(`${seed}/words/${event.carrierRef}`);
        if (stops.includes(event.body) && random.chance(0.4)) event.body = pick(random, ownWords);
      }
      return [...events, ...own.events(reader)];
    },
    tellAgain(events) {
      carrier.tellAgain(events.filter((event) => !ofOwn.has(event)));
      own.tellAgain(events.filter((event) => ofOwn.has(event)));
    },
    acknowledge(events) {
      carrier.acknowledge(events.filter((event) => !ofOwn.has(event)));
      for (const event of events) if (ofOwn.has(event)) own.end(event);
    },
  };
}
