/** Wrong builds of what is heard: texts to any number of ours, answers in time, any 9. */
import { muchTextTrouble } from '../../src/carriers/simulated/trouble-text-profile.ts';
import type { WrongBuild } from './wrong-builds.ts';

export const wrongInbound: Readonly<Record<string, WrongBuild>> = {
  'caller-id-dropped': {
    mistake: 'drops a STOP to a caller ID',
    symptom: /^the STOP of .* to the number that called is lost/,
    rewrite: (sql) =>
      sql
        .replaceAll('UNION SELECT s.client_id FROM shown_number s WHERE s.phone = v.phone', '')
        .replaceAll(
          '$1 IN (voice_carrier, text_carrier) AS own FROM client',
          '$1 IN (voice_carrier, text_carrier) AS own FROM client WHERE false',
        ),
  },
  'late-answers': {
    mistake: 'sends answers however late',
    likelySeed: 11,
    symptom: /^the answer .* left \d+ ms after its text/,
    textTrouble: { ...muchTextTrouble, cutEvery: [20_000, 60_000], cutFor: [310_000, 400_000] },
    rewrite: (sql) => sql.replaceAll('queued AS received', "timestamptz '2100-01-01' AS received"),
  },
  'deaf-machine': {
    mistake: 'lets a 9 go in a call that was judged a machine',
    likelySeed: 5,
    symptom: /^the 9 in .* was not heard/,
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
