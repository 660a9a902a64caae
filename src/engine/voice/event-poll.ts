/**
 * Passes the carriers' new events to the campaigns that follow their calls. What waits for its commit
 * is not looked at again, so that a backlog of results does not slow down the next poll; a carrier
 * tells it once more when its reaction failed, or when the campaign let its call go.
 */
import type { CallEvent, VoiceCarrier } from '#carriers/port.ts';
import type { CallFollower } from '../deps.ts';

/** The reaction to one event may make the next one due at once; this many in turn. */
const mostRounds = 100;

/**
 * @param inProgress what follows a call in progress, by attempt id
 * @param orphaned takes the events of calls that nothing follows here
 */
export function createEventPoll(
  inProgress: ReadonlyMap<string, CallFollower>,
  orphaned: (carrier: VoiceCarrier, events: readonly CallEvent[]) => void,
): (carrier: VoiceCarrier) => void {
  const reader = {};

  /** @returns whether a call was instructed to go on */
  function pollOnce(carrier: VoiceCarrier): boolean {
    let reacted = false;
    const orphans: CallEvent[] = [];
    // A carrier may report them in any order; a call's answer comes before its end.
    const events = carrier.events(reader).sort((one, other) => one.at - other.at);
    let followed = 0;
    try {
      for (const event of events) {
        const follower = inProgress.get(event.attemptId);
        // Also events from before this carrier was reopened: those attempts ended as unknown.
        if (!follower?.takes(event)) orphans.push(event);
        else if (follower.follow(event)) reacted = true;
        followed += 1;
      }
    } finally {
      // The one whose reaction failed, and those behind it.
      if (followed < events.length) carrier.tellAgain(events.slice(followed));
      if (orphans.length > 0) orphaned(carrier, orphans);
    }
    return reacted;
  }

  return (carrier) => {
    for (let round = 0; round < mostRounds; round += 1) if (!pollOnce(carrier)) return;
  };
}
