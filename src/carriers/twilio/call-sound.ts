/** What a person on the line hears: one numbered sound at a time, so that its end is recognized. */
import { realMs, type SimMs } from '#domain/milliseconds.ts';
import type { CallLeg } from './call-leg.ts';
import type { Step } from './call-path.ts';
import { type Audio, playing, talking } from './twiml.ts';

export interface CallSound {
  /** Replaces what was playing. Calls either `done` or `failed`, unless it is itself replaced. */
  play(audio: Audio, done: () => void, failed: () => void): void;
  /** Twilio reports that it came to its end. */
  played(step: Step): void;
  /** A key stops what is playing; if the key meant nothing, the sound begins anew. */
  again(step: Step): void;
  /**
   * The leg still waits behind an earlier instruction: the newest one is sent again.
   *
   * @param at when it asked
   */
  waits(step: Step, at: SimMs): void;
  /** Both parties of the room hear each other, and no sound of ours. `taken`: as the leg's. */
  talk(room: string, failed: () => void, taken?: () => void): void;
}

interface Playing {
  audio: Audio;
  began: number;
  done: () => void;
  failed: () => void;
}

/** A sound that ends before this share of its time was not heard: Twilio could not fetch it. */
const leastHeard = 0.5;
/** For a shorter sound the request alone may take that long. */
const longEnough = realMs(1_000);
/** By then an instruction has taken effect, if it ever does. */
const surelyApplied = realMs(2_500);

/**
 * @param base address of the leg's webhooks
 * @param given whether keys are gathered; the engine's clock
 */
export function callSound(
  leg: CallLeg,
  base: string,
  { gathersKeys, clock }: { gathersKeys: boolean; clock(): number },
): CallSound {
  let sound = 0;
  let now: Playing | undefined;
  let last: { twiml: string; failed: () => void; taken?: () => void; at: number } | undefined;

  function instruct(twiml: string, failed: () => void, taken?: () => void): void {
    last = { twiml, failed, ...(taken && { taken }), at: clock() };
    leg.instruct(twiml, failed, taken);
  }

  function begin(next: Playing): void {
    sound += 1;
    now = next;
    instruct(playing(base, next.audio, sound, gathersKeys), () => {
      if (now === next) next.failed();
    });
  }

  function wasHeard({ audio, began }: Playing): boolean {
    if (audio.kind !== 'sound' || audio.durationMs < longEnough) return true;
    return performance.now() - began >= audio.durationMs * leastHeard;
  }

  return {
    play: (audio, done, failed) => begin({ audio, began: performance.now(), done, failed }),
    played(step) {
      const over = now;
      if (!over || step.sound !== sound) return;
      now = undefined;
      if (wasHeard(over)) over.done();
      else over.failed();
    },
    again(step) {
      if (now && step.sound === sound) begin({ ...now, began: performance.now() });
    },
    waits(step, at) {
      // Our response to a webhook may reach Twilio after an instruction, and undo it.
      if (!last || step.sound >= sound || at < last.at + surelyApplied) return;
      if (now) now.began = performance.now();
      instruct(last.twiml, last.failed, last.taken);
    },
    talk(room, failed, taken) {
      sound += 1;
      now = undefined;
      instruct(talking(room), failed, taken);
    },
  };
}
