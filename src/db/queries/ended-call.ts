/** How an attempt ended, as its result is recorded. */
import type { CallCourse } from '#contract/call-course.ts';
import type { StoredNote } from '#contract/note.ts';
import type { CallResult } from '#domain/call-result.ts';
import type { AgentWait } from '#domain/governor/abandoned-call.ts';
import type { SimMs } from '#domain/milliseconds.ts';

export interface EndedCall {
  callListId: number;
  entryId: number;
  result: CallResult;
  /** Null when nobody answered. */
  answeredAt: SimMs | null;
  finishedAt: SimMs;
  /** For support. */
  note: StoredNote | null;
  /** Of an unknown outcome: when a person had answered. It is stored with the end. */
  reachedAt?: SimMs | undefined;
  /** Of a customer who was connected to an agent: how long they talked. */
  transferSeconds?: number;
  /** The customer asked for an agent and heard that none was free. */
  abandoned?: boolean;
  /** Of a Linkback's call that a person answered, or lost while up: what became of the wish for an agent. */
  linkback?: {
    wait?: AgentWait | undefined;
    /** Of an agent who was called for this customer. */
    agent?: 'answered' | 'silent' | undefined;
  };
  /** 9 was pressed where it counts. */
  optedOut?: boolean | undefined;
  /** What happened since somebody answered. */
  course?: CallCourse | undefined;
}
