/** What a rendered voice message plays, step by step. */
import { telephoneRate } from './sound/wav.ts';

interface Segment {
  stepId: number;
  /** Where the step begins in the preview, in samples. */
  from: number;
  /** Its length in the preview, in samples. */
  samples: number;
  /** Its own voice was away: the built-in one speaks it. */
  replaced?: true;
}

/** A step that is the same for every account: its part of the preview is what a call plays. */
export interface SoundSegment extends Segment {
  kind: 'sound';
  /** What is said, of a step that is spoken: the step itself may be edited while calls play this. */
  text?: string;
}

/** A step that is spoken anew for each account; the preview has the field's name instead. */
export interface FieldSegment extends Segment {
  kind: 'field';
  /** Mapping id of the account field. */
  fieldId: number;
  voiceId: number;
  modeId: number;
}

export type PlanSegment = SoundSegment | FieldSegment;

/** Sound of one step before it has its offset in the message. */
export type StepSound = { samples: Int16Array } & (
  | Omit<SoundSegment, 'from' | 'samples'>
  | Omit<FieldSegment, 'from' | 'samples'>
);

/** Longer messages are refused, because the sound is kept in memory. */
export const longestMessageSeconds = 15 * 60;

/** The steps one after the other. */
export function joinSteps(steps: readonly StepSound[]): {
  plan: PlanSegment[];
  preview: Int16Array;
} {
  const total = steps.reduce((sum, { samples }) => sum + samples.length, 0);
  const preview = new Int16Array(total);
  let from = 0;
  const plan = steps.map(({ samples, ...step }): PlanSegment => {
    const segment = { ...step, from, samples: samples.length };
    preview.set(samples, from);
    from += samples.length;
    return segment;
  });
  return { plan, preview };
}

/**
 * The message as one account hears it: the parts that are the same for all are cut out of the
 * preview, and `speak` makes the fields' values, all at once.
 */
export async function withValues(
  plan: readonly PlanSegment[],
  preview: Int16Array,
  speak: (segment: FieldSegment) => Promise<Int16Array>,
): Promise<Int16Array> {
  const parts = plan.map(async (segment): Promise<StepSound> => {
    const { from, samples: length, ...step } = segment;
    const samples =
      segment.kind === 'field' ? await speak(segment) : preview.subarray(from, from + length);
    return { ...step, samples };
  });
  return joinSteps(await Promise.all(parts)).preview;
}

/** Seconds, to the hundredth. */
export function secondsOf(samples: number): number {
  return Math.round((samples * 100) / telephoneRate) / 100;
}
