/** Wrong builds of what is received: texts to any number of ours, auto-replies in time, any 9. */

import type { TextCarrier, TextEvent } from '../../src/carriers/text-port.ts';
import { muchTextTrouble, noTextTrouble } from '../harness/trouble/trouble-text-profile.ts';
import { yesRef } from './letters.ts';
import { rewriting, type WrongBuild } from './wrong-build.ts';

export const wrongInbound: Readonly<Record<string, WrongBuild>> = {
  'caller-id-dropped': {
    mistake: 'drops a STOP to a caller ID',
    symptom: /^the STOP of .* to the number that called is lost/,
    rewrite: rewriting(
      ['UNION SELECT s.client_id FROM shown_number s WHERE s.phone = v.phone', ''],
      [
        '$1 IN (voice_carrier, text_carrier) AS own FROM client',
        '$1 IN (voice_carrier, text_carrier) AS own FROM client WHERE false',
      ],
    ),
  },
  'late-replies': {
    mistake: 'sends auto-replies however late',
    likelySeed: 2,
    symptom: /^the auto-reply .* left \d+ ms after its text/,
    textTrouble: { ...muchTextTrouble, cutEvery: [20_000, 60_000], cutFor: [310_000, 400_000] },
    rewrite: rewriting(['queued AS received', "timestamptz '2100-01-01' AS received"]),
  },
  'night-replies': {
    mistake: 'replies at night as it confirms a STOP',
    symptom: /^the auto-reply .* left at night/,
    likelySeed: 11,
    // Minutes before nine in the evening in New York.
    start: Date.parse('2026-01-15T01:57:00Z'),
    textTrouble: noTextTrouble,
    textAnswers: { stop: 0.05, help: 0.6 },
    rewrite: rewriting(
      [
        'SELECT text_reply_id AS "textReplyId", kind,',
        `SELECT text_reply_id AS "textReplyId", 'opt_out' AS kind,`,
      ],
      [' AS blocked, coalesce(', ' IS NOT NULL AS blocked, coalesce('],
    ),
  },
  'yes-lifts': {
    mistake: 'takes a yes after a STOP for a START',
    symptom: /to the number that called is lost after a yes$/,
    likelySeed: 1,
    texts: (carrier) => changing(carrier, (event) => ({ ...event, body: 'START' })),
  },
  'told-once': {
    mistake: 'forgets an event that was told and could not be stored',
    symptom: /was told and never stored$/,
    likelySeed: 1,
    textTrouble: { ...muchTextTrouble, early: 0.8 },
    texts: (carrier) => ({ ...carrier, tellAgain: () => {} }),
  },
  'deaf-machine': {
    mistake: 'lets a 9 go in a call that was judged a machine',
    likelySeed: 1,
    symptom: /^the 9 in .* was not received/,
    carrier(carrier) {
      const machines = new Set<string>();
      return {
        ...carrier,
        events() {
          const events = carrier.events();
          for (const event of events) {
            if (event.kind === 'answered' && event.by === 'machine') machines.add(event.attemptId);
          }
          const deaf = events.filter((one) => one.kind === 'key' && machines.has(one.attemptId));
          carrier.acknowledge(deaf);
          return events.filter((one) => !deaf.includes(one));
        },
      };
    },
  },
};

type Inbound = TextEvent & { kind: 'inbound' };

/** A carrier that reports a yes in other words. */
function changing(carrier: TextCarrier, change: (event: Inbound) => TextEvent): TextCarrier {
  const original = new WeakMap<TextEvent, TextEvent>();
  return {
    ...carrier,
    events: () =>
      carrier.events().map((event) => {
        if (event.kind !== 'inbound' || !event.carrierRef.startsWith(yesRef)) return event;
        const changed = change(event);
        original.set(changed, event);
        return changed;
      }),
    acknowledge: (events) =>
      carrier.acknowledge(events.map((event) => original.get(event) ?? event)),
  };
}
