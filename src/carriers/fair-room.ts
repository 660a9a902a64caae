/**
 * How many more calls or texts each campaign may submit now. Asked before entries are claimed, so
 * that none is claimed that would only wait at the carrier and go back into its list.
 */
import { createFairTurns, type Sender } from './fair-turns.ts';

export interface FairRoom {
  /**
   * @param wanted 0: nothing for now
   * @param free what the carrier can accept soon, less what already waits in it
   * @returns how many it may submit now; kept for it until it asks again
   */
  ask(sender: Sender, wanted: number, free: number): number;
  /** One was submitted. `units`: what it takes of the carrier, as parts of a long text. */
  submitted(sender: Sender, units?: number): void;
}

interface Asked {
  sender: Sender;
  at: number;
  /** Milliseconds between its last two requests. */
  every: number;
  waits: boolean;
  /** Granted and not submitted, in units. */
  kept: number;
  /** It submitted nothing of its last grant: it had nothing to call or text just then. */
  foundNothing: boolean;
  /** Units of its last call or text. */
  each: number;
}

/** Milliseconds after which nobody waits for a campaign: it ended, or its step takes long. */
const longestAbsence = 1_000;
const shortestAbsence = 400;
/** A campaign that comes back within this has its turn before others. */
const remembered = 5_000;
/** A grant is used by then, or never. */
const keptFor = 2_000;
/** A campaign that has not asked for this long is forgotten. */
const forgetAfter = 60_000;

/** @param now milliseconds that never go back */
export function createFairRoom(now: () => number = () => performance.now()): FairRoom {
  const turns = createFairTurns();
  const all = new Map<string, Asked>();

  function askedOf(sender: Sender, at: number): Asked {
    const key = `${sender.clientId}-${sender.campaignId}`;
    const known = all.get(key);
    if (known) return known;
    for (const [other, one] of all) if (at - one.at > forgetAfter) all.delete(other);
    const fresh = {
      ...{ sender, at, every: 0, waits: false },
      ...{ kept: 0, foundNothing: false, each: 1 },
    };
    all.set(key, fresh);
    return fresh;
  }

  function giveUp(one: Asked): void {
    if (one.kept > 0) turns.charge(one.sender, -one.kept);
    one.kept = 0;
  }

  /** After three of its usual intervals its engine may still be busy rather than gone. */
  function isActive({ at, every }: Asked, instant: number): boolean {
    return instant - at <= Math.min(longestAbsence, Math.max(shortestAbsence, 3 * every));
  }

  return {
    ask(sender, wanted, free) {
      const at = now();
      const own = askedOf(sender, at);
      own.every = at - own.at;
      own.at = at;
      own.waits = wanted > 0;
      giveUp(own);
      const idle = own.foundNothing;
      const most = idle ? Math.min(1, wanted) : wanted;
      if (wanted <= 0) return 0;
      let left = free;
      for (const one of all.values()) {
        if (one.kept > 0 && at - one.at > keptFor) giveUp(one);
        left -= one.kept;
      }
      if (left < 1) return 0;
      const known = [...all.values()].filter((one) => one.waits && at - one.at <= remembered);
      const waiting = known.filter((one) => isActive(one, at)).map(senderOf);
      const part = turns.partOf(Math.floor(left), sender, waiting, known.map(senderOf));
      const granted = Math.min(most, part > 0 ? Math.max(1, Math.floor(part / own.each)) : 0);
      own.kept = granted * own.each;
      // Until it submits something.
      if (granted > 0) own.foundNothing = true;
      turns.charge(sender, own.kept);
      // Others do not wait for a campaign that has nothing to submit.
      own.waits = granted < wanted && !idle;
      return granted;
    },
    submitted(sender, units = 1) {
      const own = askedOf(sender, now());
      const granted = Math.min(own.kept, own.each);
      own.kept -= granted;
      own.foundNothing = false;
      own.each = units;
      // Charge what it really takes.
      turns.charge(sender, units - granted);
    },
  };
}

const senderOf = ({ sender }: Asked) => sender;
