/** Notes what happens in an answered call, for its record (contract/call-course.ts). Pure. */
import type { CallEvent } from '#carriers/port.ts';
import type { CallCourse } from '#contract/call-course.ts';
import type { Action, Call } from './call.ts';

/** A caller may hold a key down: the record needs the first ones. */
const mostKeys = 10;

/**
 * @param event what was followed
 * @param action the reaction to it
 */
export function noteCourse(call: Call, event: CallEvent, action: Action): void {
  if (!call.answered) return;
  const at = Math.max(0, Math.round(event.at - call.attemptedAt));
  call.course ??= {};
  noteEvent(call.course, event, at);
  noteAction(call.course, action, at);
}

function noteEvent(course: CallCourse, event: CallEvent, at: number): void {
  if (event.kind === 'key') {
    course.keys ??= [];
    if (course.keys.length < mostKeys) course.keys.push([event.key, at]);
  } else if (event.kind === 'played') {
    if (course.message && course.playedAt === undefined) course.playedAt = at;
  } else if (event.kind === 'agent_answered') course.agentAnsweredAt ??= at;
  else if (event.kind === 'agent_ended' && course.connectedAt !== undefined) {
    if (event.cause === 'missed') delete course.connectedAt;
    else course.agentLeftAt ??= at;
  } else if (event.kind === 'ended' && event.cause === 'hangup') course.endedBy ??= 'person';
}

function noteAction(course: CallCourse, action: Action, at: number): void {
  if (action.kind === 'play' && action.sound.kind === 'message') {
    const { voiceMessageId, version, durationMs } = action.sound;
    course.message ??= { id: voiceMessageId, version, at, ms: durationMs };
  } else if (action.kind === 'connect' || action.kind === 'connect_waiting') {
    course.connectedAt ??= at;
  }
  if (action.kind === 'hang_up') course.endedBy ??= 'platform';
}
