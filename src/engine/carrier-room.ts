/**
 * What a campaign may submit now: its fair share of what its carrier takes. What was due and had no
 * room is caught up on, as far as a late step would be.
 */
import { type RealMs, realMs } from '#domain/milliseconds.ts';
import type { Sender } from '../carriers/fair-turns.ts';

export interface WithRoom {
  room?(sender: Sender, wanted: number): number | undefined;
}

export interface CarrierRoom {
  /** @returns what is due, including what had no room before */
  due(fresh: number, perMinute: number): number;
  /**
   * How many of `wanted` may be claimed now. If none, what is left of `due` waits for the next
   * step.
   */
  ask(wanted: number, left?: number): number;
  /** What is due cannot be claimed yet, and waits for the next step. */
  owe(left: number): void;
  /** Nothing is to be submitted for now: others need not wait for this campaign. */
  rest(): void;
  /** It has waited for its turn long enough that the manager should know. */
  waitsLong(): boolean;
  /** Whether the carrier gives turns: then a campaign that was refused need not pause for long. */
  hasTurns(): boolean;
}

const longWait = realMs(5_000);

export function createCarrierRoom(carrier: WithRoom | undefined, sender: Sender): CarrierRoom {
  let owed = 0;
  let waitsSince: RealMs | undefined;
  let turns = false;
  const { clientId, campaignId } = sender;

  return {
    due(fresh, perMinute) {
      // A second's worth, at least one.
      const due = fresh + Math.min(owed, Math.max(1, Math.ceil(perMinute / 60)));
      owed = 0;
      return due;
    },
    ask(wanted, left = 0) {
      const given = carrier?.room?.({ clientId, campaignId }, wanted);
      turns = given !== undefined;
      const may = given ?? wanted;
      if (may > 0) waitsSince = undefined;
      else {
        owed = left;
        waitsSince ??= realMs(performance.now());
      }
      return may;
    },
    owe(left) {
      owed = left;
    },
    rest() {
      owed = 0;
      waitsSince = undefined;
      carrier?.room?.({ clientId, campaignId }, 0);
    },
    waitsLong: () => waitsSince !== undefined && performance.now() - waitsSince > longWait,
    hasTurns: () => turns,
  };
}
