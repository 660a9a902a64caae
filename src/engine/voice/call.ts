/** A call in progress, and what Broadcast does as it goes on (spec 3 section 7). Pure. */
import type { PlayableMessage } from '#db/queries/lease.ts';
import type { EndedCall } from '#db/queries/record.ts';
import { type AnsweredBy, resultOf } from '#domain/call-result.ts';
import type { CallEvent, Sound } from '../../carriers/port.ts';

export interface Call {
  readonly attemptId: string;
  readonly clientId: number;
  readonly callListId: number;
  readonly entryId: number;
  readonly phone: string;
  readonly attemptedAt: number;
  /** As they were when the call was placed: an edit applies to later calls. */
  readonly customerMessage: PlayableMessage | null;
  readonly machineMessage: PlayableMessage | null;
  answered?: { by: AnsweredBy; at: number };
  /** Events that were heard, and when the last one was. */
  heard?: Set<string>;
  heardAt?: number;
  /** Why nobody knows whether the carrier placed it. */
  doubt?: string;
}

export type Action =
  | { kind: 'wait' }
  | { kind: 'play'; sound: Sound }
  | { kind: 'hang_up' }
  /** 9 was pressed: store it, then say so. */
  | { kind: 'opt_out' }
  | { kind: 'end'; ended: EndedCall };

const optOutKey = '9';
export const optedOutPrompt: Sound = { kind: 'prompt', name: 'opted-out', durationMs: 2_500 };

/** Takes note of an event and answers what to do about it. */
export function follow(call: Call, event: CallEvent): Action {
  switch (event.kind) {
    case 'answered':
      call.answered = { by: event.by, at: event.at };
      // A machine's message waits for the end of its greeting.
      if (event.by === 'machine') return call.machineMessage ? { kind: 'wait' } : hangUp;
      return playOrHangUp(call.clientId, call.customerMessage);
    case 'greeting_ended':
      return playOrHangUp(call.clientId, call.machineMessage);
    case 'played':
      return hangUp;
    case 'key':
      return event.key === optOutKey && call.answered?.by === 'person'
        ? { kind: 'opt_out' }
        : { kind: 'wait' };
    case 'ended':
      return { kind: 'end', ended: endOf(call, event.at, event) };
  }
}

const hangUp: Action = { kind: 'hang_up' };

function playOrHangUp(clientId: number, message: PlayableMessage | null): Action {
  return message ? { kind: 'play', sound: { kind: 'message', clientId, ...message } } : hangUp;
}

function endOf(call: Call, at: number, event: CallEvent & { kind: 'ended' }): EndedCall {
  return {
    ...keyOf(call),
    result: resultOf(call.answered?.by, event.cause),
    answeredAt: call.answered?.at ?? null,
    finishedAt: at,
    note: event.note ?? null,
  };
}

/** The end of a call that the carrier did not take, or of which nothing is known. */
export function endUnplaced(
  call: Call,
  at: number,
  result: 'failed' | 'unknown',
  note: string,
): EndedCall {
  return { ...keyOf(call), result, answeredAt: null, finishedAt: at, note };
}

function keyOf({ callListId, entryId }: Call) {
  return { callListId, entryId };
}
