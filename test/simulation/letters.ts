/**
 * People who are called write to the number that called them; and what the judge asks of that, of our
 * auto-replies and of the nines in calls that were taken for a machine's.
 */

import { createNews } from '../../src/carriers/news.ts';
import type { CallRequest } from '../../src/carriers/port.ts';
import type { TextCarrier, TextEvent } from '../../src/carriers/text-port.ts';
import type { Clock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { prepareOptOutReader } from '../../src/domain/opt-out/intent.ts';
import { seededRandom } from '../../src/domain/random.ts';
import type { TextTroubleProfile } from '../harness/trouble/trouble-text-profile.ts';
import { localHour, type ParsedLine } from './judge.ts';
import type { Letter } from './ledger.ts';
import type { Office } from './office.ts';
import { pick, zonesOfTown } from './town.ts';

/** A text carrier that also brings what is written to caller IDs. */
export interface Letters extends TextCarrier {
  called(call: CallRequest): void;
}

// Now, so that no pause of the real clock changes the order of a seed's events.
Array.from(prepareOptOutReader());

type Inbound = TextEvent & { kind: 'inbound' };

/** How the carrier's ids of those begin that say yes after their STOP: it lifts nothing. */
export const yesRef = 'yes-';

export function withLetters(
  carrier: TextCarrier,
  clock: Clock,
  seed: string,
  acknowledged: Letter[],
): Letters {
  const waiting = new Map<Inbound, Letter>();
  const onTheWay = new Set<Inbound>();
  const arrived = createNews<Inbound>();
  const send = (event: Inbound, letter: Letter) => {
    waiting.set(event, letter);
    onTheWay.add(event);
  };
  return {
    ...carrier,
    called({ attemptId, to, callerId }) {
      const random = seededRandom(`${seed}/letters/${attemptId}`);
      if (callerId.kind !== 'shown' || !random.chance(0.15)) return;
      const ref = `letter-${attemptId}`;
      const about = { kind: 'inbound', phone: to, textingNumber: callerId.number } as const;
      const event: Inbound = {
        ...{ ...about, carrierRef: ref },
        at: simMs(clock.now() + random.between(1_000, 90_000)),
        body: pick(random, ['STOP', 'Stop calling me', 'Remove me from your list']),
      };
      const clientId = Number(attemptId.split('-')[0]);
      send(event, { clientId, phone: to, ref });
      if (!random.chance(0.5)) return;
      const yes: Inbound = {
        ...{ ...about, carrierRef: `${yesRef}${attemptId}` },
        at: simMs(event.at + random.between(1_000, 120_000)),
        body: pick(random, ['Yes. Thank you.', 'YES', 'yes please']),
      };
      send(yes, { clientId, phone: to, ref: yes.carrierRef });
    },
    events(reader) {
      for (const event of onTheWay) {
        if (event.at > clock.now()) continue;
        onTheWay.delete(event);
        arrived.tell(event);
      }
      return [...carrier.events(reader), ...arrived.events(reader)];
    },
    tellAgain(events) {
      arrived.tellAgain(events.filter((event) => event.kind === 'inbound'));
      carrier.tellAgain(events);
    },
    acknowledge(events) {
      for (const event of events) {
        const letter = event.kind === 'inbound' ? waiting.get(event) : undefined;
        if (letter) acknowledged.push(letter);
        if (event.kind !== 'inbound') continue;
        waiting.delete(event);
        arrived.end(event);
      }
      carrier.acknowledge(events);
    },
  };
}

/** In some runs the link is away for so long that auto-replies are late when it is back. */
export function sometimesLong(seed: number, profile: TextTroubleProfile): TextTroubleProfile {
  const long = seededRandom(`simulation/${seed}/cuts`).chance(0.3);
  return long ? { ...profile, cutFor: [1_000, 450_000] } : profile;
}

/** The number of a person who wrote STOP to the number that called is blocked for the client that called. */
export async function lostLetters(ask: Office['ask'], letters: readonly Letter[]) {
  const found: string[] = [];
  const isYes = ({ ref }: Letter) => ref.startsWith(yesRef);
  const yes = new Set(letters.filter(isYes).map((one) => `${one.clientId} ${one.phone}`));
  for (const { clientId, phone, ref } of letters.filter((one) => !isYes(one))) {
    const rows = await ask(
      clientId,
      `SELECT FROM inbound_text i
       WHERE i.client_id = $1 AND i.carrier_ref = 'simulated:' || $2 AND i.intent = 3 AND (
         EXISTS (SELECT FROM do_not_call WHERE client_id = $1 AND phone = i.phone)
         OR EXISTS (SELECT FROM inbound_text s
           WHERE s.client_id = $1 AND s.phone = i.phone AND s.intent = 2
             AND NOT starts_with(s.carrier_ref, 'simulated:' || $3)))`,
      [clientId, ref, yesRef],
    );
    const after = yes.has(`${clientId} ${phone}`) ? ' after a yes' : '';
    if (rows.length === 0)
      found.push(`the STOP of ${phone} to the number that called is lost${after}`);
  }
  return found;
}

/** A number whose person pressed 9 is blocked, also in a call that the carrier took for a machine's. */
export async function deafNines(
  ask: Office['ask'],
  clientId: number,
  attemptIds: readonly string[],
): Promise<string[]> {
  const rows = await ask<{ id: string }>(
    clientId,
    `SELECT n.id FROM unnest($2::text[]) AS n (id)
     JOIN attempt a ON a.client_id = $1
       AND n.id = concat_ws('-', a.client_id, a.call_list_id, a.entry_id)
     WHERE NOT EXISTS (SELECT FROM do_not_call d WHERE d.client_id = $1 AND d.phone = a.phone)`,
    [clientId, attemptIds],
  );
  return rows.map(({ id }) => `the 9 in ${id} was not received`);
}

const fiveMinutes = 5 * 60_000;

/** An auto-reply leaves within five minutes of its text; help only inside the person's hours. */
export async function wrongAnswers(
  ask: Office['ask'],
  clientId: number,
  lines: readonly ParsedLine[],
): Promise<string[]> {
  const rows = await ask<{ id: string; kind: string; asked: Date }>(
    clientId,
    `SELECT concat_ws('-', 'reply', client_id, text_reply_id) AS id, kind, queued AS asked
     FROM text_reply WHERE client_id = $1`,
    [clientId],
  );
  const replies = new Map(rows.map((row) => [row.id, row]));
  return lines.flatMap(({ attemptId, instant, to, at }) => {
    const reply = replies.get(attemptId);
    if (!reply) return [];
    const late = instant - reply.asked.getTime();
    if (late >= fiveMinutes) return [`the auto-reply ${attemptId} left ${late} ms after its text`];
    if (reply.kind === 'opt_out') return [];
    const hour = localHour(instant, zonesOfTown[to.slice(1, 4)] ?? 'UTC');
    return hour >= 8 && hour < 21 ? [] : [`the auto-reply ${attemptId} left at night, at ${at}`];
  });
}
