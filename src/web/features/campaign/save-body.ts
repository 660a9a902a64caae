/** The save bodies of document 1 section 7. */
import { anyDay } from '#contract/fields.ts';
import {
  type BroadcastInput,
  broadcastInput,
  type LinkbackInput,
  linkbackInput,
} from '#contract/voice-campaign.ts';
import { instantThatKeeps } from '#domain/wall-time.ts';
import { type TypedTime, wallTimeOf } from './clock-time.ts';
import type { CampaignDraft } from './draft.ts';

/** For a valid draft. `now` gives the day on which wall times are sent as instants. */
export function broadcastBody(draft: CampaignDraft, now: Date): BroadcastInput {
  return broadcastInput.parse(bodyOf(draft, now));
}

export function linkbackBody(draft: CampaignDraft, now: Date): LinkbackInput {
  return linkbackInput.parse(bodyOf(draft, now));
}

/** The input of the schema of the draft's type, which drops the fields of the other type. */
export function bodyOf({ type: _, start, stop, ...fields }: CampaignDraft, now: Date) {
  return {
    ...fields,
    startTime: instantOf(start.time, now),
    stopTime: instantOf(stop.time, now),
    startWeekdays: start.weekdays,
    stopWeekdays: stop.weekdays,
    startAutomatically: anyDay(start.weekdays),
    stopAutomatically: anyDay(stop.weekdays),
  };
}

function instantOf(time: TypedTime, now: Date): string | null {
  const wallTime = wallTimeOf(time);
  return wallTime === undefined ? null : instantThatKeeps(wallTime, now);
}
