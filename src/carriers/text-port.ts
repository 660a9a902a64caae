/**
 * What the engine needs of a text carrier, and nothing more. Events are pulled in batches, as those
 * of a voice carrier are.
 */
import type { Note } from '#contract/note.ts';
import type { Sender } from './fair-turns.ts';

export interface TextCarrier {
  /** As in client.text_carrier. */
  readonly name: string;
  /** False: nothing is handed over; receipts and inbound texts may still be told. */
  connected(): boolean;
  /**
   * How many of `wanted` texts this campaign may hand over now, by its fair part of what the carrier
   * takes; asked again and again while it has some to send. 0 wanted: it has none for now. Absent
   * or undefined: this carrier gives no turns, and it may hand over as many as it likes.
   */
  room?(sender: Sender, wanted: number): number | undefined;
  /**
   * Hands texts over; one answer for each, in order, within 10 seconds: after that it counts as
   * Unknown. Never called twice with one text id unless the answer was Rejected and retryable; called
   * again, with other texts, before it has answered.
   *
   * @param mayWrite to be asked right before a text that had to wait goes out. False: it is not to go
   * out any more, and the answer is Rejected and retryable; the engine may not hold its campaign now.
   * @throws never: what cannot be learned is Unknown
   */
  submit(texts: readonly TextRequest[], mayWrite?: () => boolean): Promise<Submission[]>;
  /**
   * Asks that texts that have not left yet do not leave; one answer for each, in order, within 10
   * seconds. Asked twice it does no harm.
   *
   * @throws never
   */
  cancel(texts: readonly TextToCancel[]): Promise<CancelAnswer[]>;
  /** Receipts and inbound texts that are not acknowledged yet; a carrier may tell one twice. */
  events(): TextEvent[];
  /** After what the events led to is committed: they are not told again. */
  acknowledge(events: readonly TextEvent[]): void;
  close(): Promise<void>;
}

export interface TextRequest {
  /** The idempotency key: an attempt's id, or `reply-client-reply` of an answer to an inbound text. */
  textId: string;
  /** A texting number and a person's number, 11 digits each. */
  from: string;
  to: string;
  body: string;
  /** The campaign that sends it; absent of answers to inbound texts, which go first. */
  sender?: Sender;
  /**
   * Epoch ms of the engine's clock: it must not leave the carrier from then on. A carrier that cannot
   * promise that any more does not take it: the answer is Rejected and retryable.
   */
  until: number;
}

/** A text that was accepted: it may wait at the carrier still. */
export interface TextToCancel {
  /** The carrier's own id of it, as `Submission` gave it. */
  carrierRef: string;
  /** Of a text in parts, all of them. */
  partRefs?: readonly string[];
  /** As in `Submission`. */
  writtenRefs?: readonly string[];
  from: string;
  to: string;
}

export type CancelAnswer =
  /** The carrier says that it has not left and will not. */
  | 'canceled'
  /** It has left, or the carrier cannot take it back: its receipt decides. */
  | 'left'
  /** Nobody knows whether the carrier heard of it: to be asked again. */
  | 'unheard';

export type Submission =
  /** `carrierRef`: the carrier's own id, by which its receipt names the text. */
  | {
      kind: 'accepted';
      carrierRef: string;
      /** The carrier's ids of the parts of a long text, where its receipts name parts. */
      partRefs?: readonly string[];
      /**
       * The ids of the text, or of its parts, as the carrier wrote them, where the ones above are
       * another spelling: it is asked by them to cancel.
       */
      writtenRefs?: readonly string[];
    }
  /**
   * The carrier did not take it. Retryable only when it surely sent nothing (throttled, not written).
   * `optedOut`: because the person told the carrier to stop, which counts as if it were told to us.
   */
  | { kind: 'rejected'; note: Note; retryable: boolean; optedOut?: boolean }
  /** Nobody knows whether it is sent: never handed over again. */
  | { kind: 'unknown'; note: Note };

/** `at`: epoch milliseconds of the engine's clock. Numbers have 11 digits. */
export type TextEvent =
  | {
      kind: 'receipt';
      /** Of a text or, where `partRefs` named them, of a part. */
      carrierRef: string;
      /** Our own id, where the carrier repeats it. */
      textId?: string;
      /** The person's number and the texting number that the text was sent from. */
      phone: string;
      textingNumber: string;
      at: number;
      outcome: 'delivered' | 'failed';
      note?: Note;
      /** It failed because it was canceled before it left. */
      canceled?: boolean;
      /** It failed because the person told the carrier to stop. */
      optedOut?: boolean;
    }
  | {
      kind: 'inbound';
      /** The carrier's id of this text: told twice, it is stored once. */
      carrierRef: string;
      phone: string;
      textingNumber: string;
      at: number;
      /** Epoch milliseconds: it came between `at` and this, where the carrier keeps no finer time. */
      before?: number;
      body: string;
      /** The carrier took it for an opt-out, in whatever words. */
      optedOut?: boolean;
    };
