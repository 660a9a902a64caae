/** One simulated person who gets a text, drawn from the profile. */
import type { CarrierRandom } from '../port.ts';
import { type TextProfile, textAnswers } from './text-profile.ts';

export interface Reader {
  rejected: boolean;
  /** After the hand-over; null: the carrier never says. */
  receipt: { after: number; outcome: 'delivered' | 'failed' } | null;
  /** After the hand-over. */
  answer: { after: number; body: string } | null;
}

/** Always draws in the same order, so that one number of the profile changes only its own part. */
export function drawReader(random: CarrierRandom, profile: TextProfile): Reader {
  const between = (range: readonly [number, number]) => random.between(range[0], range[1]);
  const rejected = random.next() < profile.rejected;
  const delivered = random.next() >= profile.failed;
  const usual = between(profile.delivery);
  const late = between(profile.lateDelivery);
  const after = random.next() < profile.late ? late : usual;
  const told = random.next() >= profile.withoutReceipt;
  const mood = random.next();
  const words = random.next();
  const thinks = between(profile.thinks);
  const kind = answerKind(mood, profile);
  const body = kind && textAnswers[kind][Math.floor(words * textAnswers[kind].length)];
  return {
    rejected,
    receipt: told ? { after, outcome: delivered ? 'delivered' : 'failed' } : null,
    answer: delivered && body !== undefined ? { after: after + thinks, body } : null,
  };
}

function answerKind(mood: number, profile: TextProfile): keyof typeof textAnswers | undefined {
  let sum = 0;
  for (const kind of ['stop', 'help', 'start', 'talk'] as const) {
    sum += profile[kind];
    if (mood < sum) return kind;
  }
  return undefined;
}

/** The longest time from a hand-over to the last thing that happens. */
export function longestStory(profile: TextProfile): number {
  return Math.max(profile.delivery[1], profile.lateDelivery[1]) + profile.thinks[1];
}
