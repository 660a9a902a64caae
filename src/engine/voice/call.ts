/** A call in progress, and what its campaign does as it goes on (spec 3 section 7). Pure. */

import type { CallEvent, CallerId, Sound } from '#carriers/port.ts';
import type { CallCourse } from '#contract/call-course.ts';
import type { Note } from '#contract/note.ts';
import type { EndedCall } from '#db/queries/ended-call.ts';
import type { PlayableMessage } from '#db/queries/lease.ts';
import { type AnsweredBy, resultOf } from '#domain/call-result.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import { prompts } from '#domain/prompts.ts';
import { type LinkbackProgress, waitAtLoss } from './linkback-progress.ts';

export interface Call {
  readonly attemptId: string;
  readonly clientId: number;
  readonly callListId: number;
  readonly entryId: number;
  readonly phone: string;
  readonly attemptedAt: SimMs;
  /** As they were when the call was placed: an edit applies to later calls. */
  readonly customerMessage: PlayableMessage | null;
  readonly machineMessage: PlayableMessage | null;
  /** What it shows, also to its agent. */
  readonly callerId: CallerId;
  /** Other numbers of the account wait, or may come to, which an answer bars. */
  readonly hasOthers?: boolean;
  answered?: { by: AnsweredBy; at: SimMs };
  /** 9 was pressed: only the confirmation is still played. */
  optedOut?: boolean;
  /** Only of a Linkback. */
  linkback?: LinkbackProgress;
  /** What happened since somebody answered. */
  course?: CallCourse;
  /** Has ended, and its result is about to be committed. */
  over?: boolean;
  /** Events that wait for their commit, and are acknowledged after it. */
  pending?: Set<CallEvent>;
  /** Events that were received, and when the last one was. */
  seen?: Set<string>;
  receivedAt?: SimMs;
  /** Why nobody knows whether the carrier placed it. */
  doubt?: Note;
}

export type Action =
  | { kind: 'wait' }
  | { kind: 'play'; sound: Sound }
  | { kind: 'hang_up' }
  /** 9 was pressed: store it, then confirm it. */
  | { kind: 'opt_out' }
  /** 1 was pressed and an agent is free: store it, then call the agent. */
  | { kind: 'dial_agent' }
  /** 1 was pressed and an agent waits: both talk at once. */
  | { kind: 'connect_waiting'; agentId: string }
  | { kind: 'play_to_agent'; sound: Sound }
  | { kind: 'connect' }
  | { kind: 'end'; ended: EndedCall };

export const optOutKey = '9';
export const optedOutPrompt: Sound = {
  kind: 'prompt',
  name: 'opted-out',
  durationMs: prompts['opted-out'].ms,
};

/** Notes an event and returns the reaction: play to the answering party, then hang up. */
export function followBroadcast(call: Call, event: CallEvent): Action {
  switch (event.kind) {
    case 'answered':
      call.answered = { by: event.by, at: event.at };
      // A machine's message waits for the end of its greeting.
      if (event.by === 'machine') return call.machineMessage ? { kind: 'wait' } : hangUp;
      return playOrHangUp(call.clientId, call.customerMessage);
    case 'greeting_ended':
      return call.optedOut ? { kind: 'wait' } : playOrHangUp(call.clientId, call.machineMessage);
    case 'played':
      return hangUp;
    case 'key':
      return event.key === optOutKey ? optOutBy(call, event.at) : { kind: 'wait' };
    case 'ended':
      return { kind: 'end', ended: endOf(call, event) };
    default:
      // A Broadcast has no agents.
      return { kind: 'wait' };
  }
}

const hangUp: Action = { kind: 'hang_up' };

/** No machine presses a key: what was taken for a machine was a person, and is recorded as one. */
export function optOutBy(call: Call, at: SimMs): Action {
  call.optedOut = true;
  call.answered = { by: 'person', at: call.answered?.at ?? at };
  return { kind: 'opt_out' };
}

export function playOrHangUp(clientId: number, message: PlayableMessage | null): Action {
  return message ? { kind: 'play', sound: { kind: 'message', clientId, ...message } } : hangUp;
}

/** The messages of this call, or of a campaign's calls, that speak values of the account. */
export function ownSoundsOf({
  clientId,
  customerMessage,
  machineMessage,
}: Pick<Call, 'clientId' | 'customerMessage' | 'machineMessage'>): Sound[] {
  const messages = [customerMessage, machineMessage].filter((message) => message !== null);
  return messages
    .filter(({ perAccount }) => perAccount)
    .map((message) => ({ kind: 'message', clientId, ...message }));
}

export function endOf(call: Call, event: CallEvent & { kind: 'ended' }): EndedCall {
  return {
    ...keyOf(call),
    result: resultOf(call.answered?.by, event.cause),
    answeredAt: call.answered?.at ?? null,
    finishedAt: event.at,
    note: event.note ?? null,
    optedOut: call.optedOut,
    course: call.course,
  };
}

/** The end of a call that the carrier did not take, or whose end is unknown. */
export function endUnplaced(
  call: Call,
  at: SimMs,
  result: 'failed' | 'unknown',
  note: Note,
): EndedCall {
  const { answered, course, linkback } = call;
  const reachedAt = answered?.by === 'person' ? answered.at : undefined;
  const wait = result === 'unknown' && linkback ? waitAtLoss(linkback, at) : undefined;
  return {
    ...keyOf(call),
    ...{ result, answeredAt: null, finishedAt: at, note, reachedAt, course },
    ...(wait && { linkback: { wait } }),
  };
}

function keyOf({ callListId, entryId }: Call) {
  return { callListId, entryId };
}
