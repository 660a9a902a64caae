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

/**
 * @param base address of the leg's webhooks
 * @param hearsKeys whether somebody may press keys
 */
export function callSound(leg: CallLeg, base: string, hearsKeys: () => boolean): CallSound {
  let sound = 0;
  let now: Playing | undefined;

  function begin(next: Playing): void {
    sound += 1;
    now = next;
    leg.tell(playing(base, next.heard, sound, hearsKeys()), () => {
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
    talk(room, failed) {
      sound += 1;
      now = undefined;
      leg.tell(talking(room), failed);
    },
  };
}
