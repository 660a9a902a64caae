/** One simulated person who receives a text, drawn from the profile. */
import { later, type SimMs, simMs } from '#domain/milliseconds.ts';
import type { CarrierRandom } from '../port.ts';
import { type TextProfile, textReplies } from './text-profile.ts';

export interface Reader {
  rejected: boolean;
  /** After submission; null: the carrier never reports. */
  receipt: { after: SimMs; outcome: 'delivered' | 'failed' } | null;
  /** After submission. */
  reply: { after: SimMs; body: string } | null;
}

/** Always draws in the same order, so that a value of the profile affects only its own part. */
export function drawReader(random: CarrierRandom, profile: TextProfile): Reader {
  const between = (range: readonly [number, number]) => simMs(random.between(range[0], range[1]));
  const rejected = random.next() < profile.rejected;
  const delivered = random.next() >= profile.failed;
  const usual = between(profile.delivery);
  const late = between(profile.lateDelivery);
  const after = random.next() < profile.late ? late : usual;
  const reported = random.next() >= profile.withoutReceipt;
  const mood = random.next();
  const words = random.next();
  const thinks = between(profile.thinks);
  const kind = replyKind(mood, profile);
  const body = kind && textReplies[kind][Math.floor(words * textReplies[kind].length)];
  return {
    rejected,
    receipt: reported ? { after, outcome: delivered ? 'delivered' : 'failed' } : null,
    reply: delivered && body !== undefined ? { after: later(after, thinks), body } : null,
  };
}

function replyKind(mood: number, profile: TextProfile): keyof typeof textReplies | undefined {
  let sum = 0;
  for (const kind of ['stop', 'help', 'start', 'talk'] as const) {
    sum += profile[kind];
    if (mood < sum) return kind;
  }
  return undefined;
}

/** The longest time from submission to the last event. */
export function longestCourse(profile: TextProfile): SimMs {
  return simMs(Math.max(profile.delivery[1], profile.lateDelivery[1]) + profile.thinks[1]);
}
