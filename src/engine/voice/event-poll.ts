/**
 * Passes the carriers' events to the campaigns that follow their calls. A carrier returns an event
 * until its outcome is committed; each is followed once by the campaign that has the call, and
 * again only by another campaign that took the call over. So what waits for its commit costs a
 * poll one look-up, and a backlog of results does not slow down the next poll.
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
  /** Marked after the reaction: one that failed is followed again. */
  const followedBy = new WeakMap<CallEvent, CallFollower>();

  function isNew(event: CallEvent): boolean {
    const follower = inProgress.get(event.attemptId);
    return follower === undefined || followedBy.get(event) !== follower;
  }

  /** @returns whether a call was instructed to go on */
  function pollOnce(carrier: VoiceCarrier): boolean {
    let reacted = false;
    const orphans: CallEvent[] = [];
    // A carrier may report them in any order; a call's answer comes before its end.
    const events = carrier.events().filter(isNew);
    for (const event of events.sort((one, other) => one.at - other.at)) {
      const follower = inProgress.get(event.attemptId);
      // Also events from before this carrier was reopened: those attempts ended as unknown.
      if (!follower?.takes(event)) orphans.push(event);
      else {
        if (follower.follow(event)) reacted = true;
        followedBy.set(event, follower);
      }
    }
    orphaned(carrier, orphans);
    return reacted;
  }

  return (carrier) => {
    for (let round = 0; round < mostRounds; round += 1) if (!pollOnce(carrier)) return;
  };
}
