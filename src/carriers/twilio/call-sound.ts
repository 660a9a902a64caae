/** What somebody on the line hears: one sound at a time, numbered, so that its end is told apart. */
import type { CallLeg } from './call-leg.ts';
import type { Step } from './call-path.ts';
import { type Heard, playing, talking } from './twiml.ts';

export interface CallSound {
  /** Takes the place of what was playing. Just one of both is called, unless it is ended before. */
  play(heard: Heard, done: () => void, failed: () => void): void;
  /** Twilio says that it came to its end. */
  played(step: Step): void;
  /** A key stops what is playing; when it was for nothing, the sound begins anew. */
  again(step: Step): void;
  /**
   * The leg still waits behind an earlier instruction: what was told since is told once more.
   *
   * @param at epoch milliseconds of the engine's clock, when it asked
   */
  waits(step: Step, at: number): void;
  /** Nothing of ours is heard any more: both parties of the room hear each other. */
  talk(room: string, failed: () => void): void;
}

interface Playing {
  heard: Heard;
  began: number;
  done: () => void;
  failed: () => void;
}

/** A sound that ends before this share of its time was not heard: Twilio did not get it. */
const leastHeard = 0.5;
/** Milliseconds: of a shorter one its request alone may take that long. */
const longEnough = 1_000;
/** After so long a change has been carried out, if it ever was. */
const surelyTold = 2_500;

/**
 * @param base address of the leg's webhooks
 * @param given whether somebody may press keys; the engine's clock
 */
export function callSound(
  leg: CallLeg,
  base: string,
  { hearsKeys, clock }: { hearsKeys: boolean; clock(): number },
): CallSound {
  let sound = 0;
  let now: Playing | undefined;
  let last: { twiml: string; failed: () => void; at: number } | undefined;

  function instruct(twiml: string, failed: () => void): void {
    last = { twiml, failed, at: clock() };
    leg.tell(twiml, failed);
  }

  function begin(next: Playing): void {
    sound += 1;
    now = next;
    instruct(playing(base, next.heard, sound, hearsKeys), () => {
      if (now === next) next.failed();
    });
  }

  function wasHeard({ heard, began }: Playing): boolean {
    if (heard.kind !== 'sound' || heard.durationMs < longEnough) return true;
    return performance.now() - began >= heard.durationMs * leastHeard;
  }

  return {
    play: (heard, done, failed) => begin({ heard, began: performance.now(), done, failed }),
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
      // An answer of ours to a webhook may reach Twilio after a change of the call, and undo it.
      if (!last || step.sound >= sound || at < last.at + surelyTold) return;
      if (now) now.began = performance.now();
      instruct(last.twiml, last.failed);
    },
    talk(room, failed) {
      sound += 1;
      now = undefined;
      instruct(talking(room), failed);
    },
  };
}
