/**
 * What the engine needs from a text carrier, and nothing more. Events are pulled in batches, as
 * those of a voice carrier are.
 */
import type { Note } from '#contract/note.ts';
import type { RealMs, SimMs } from '#domain/milliseconds.ts';
import type { Sender } from './fair-turns.ts';

export interface TextCarrier {
  /** As in client.text_carrier. */
  readonly name: string;
  /** False: nothing is submitted; receipts and inbound texts may still come. */
  connected(): boolean;
  /**
   * How many of `wanted` texts this campaign may submit now, by its fair part of what the carrier
   * takes; asked again and again while it has some to send. 0 wanted: it has none for now. Absent
   * or undefined: this carrier gives no turns, and it may submit as many as it likes.
   */
  room?(sender: Sender, wanted: number): number | undefined;
  /**
   * Submits texts; returns one submission for each, in order, within 10 seconds: after that it
   * counts as Unknown. Never called twice with one text id unless it was Rejected and retryable;
   * may be called again, with other texts, before it has returned.
   *
   * @param mayWrite asked right before a text that had to wait goes out. False: the text must not
   * go out, and is Rejected and retryable; the engine may no longer own its campaign.
   * @throws never: what cannot be learned is Unknown
   */
  submit(texts: readonly TextRequest[], mayWrite?: () => boolean): Promise<Submission[]>;
  /**
   * Cancels texts that have not left yet; returns one outcome for each, in order, within 10
   * seconds. Calling it twice does no harm.
   *
   * @throws never
   */
  cancel(texts: readonly TextToCancel[]): Promise<CancelOutcome[]>;
  /**
   * Receipts and inbound texts that are not acknowledged yet; a carrier may repeat one.
   *
   * @param reader as of a voice carrier: it is told each once, and again only after `tellAgain`
   */
  events(reader?: object): TextEvent[];
  /** After the effects of the events are committed: they are not returned again. */
  acknowledge(events: readonly TextEvent[]): void;
  /** Nothing came of these yet: those that are not acknowledged are told every reader once more. */
  tellAgain(events: readonly TextEvent[]): void;
  close(): Promise<void>;
}

export interface TextRequest {
  /** The idempotency key: an attempt's id, or `reply-client-reply` of an auto-reply. */
  textId: string;
  /** A texting number and a person's number, 11 digits each. */
  from: string;
  to: string;
  body: string;
  /** The campaign that sends it; absent for auto-replies, which go first. */
  sender?: Sender;
  /**
   * It must not leave the carrier from then on. A carrier that can no longer promise that does not
   * take it: Rejected and retryable.
   */
  until: SimMs;
}

/** A text that was accepted and may still wait at the carrier. */
export interface TextToCancel {
  /** The carrier's own id, from `Submission`. */
  carrierRef: string;
  /** Of a text in parts, all of them. */
  partRefs?: readonly string[];
  /** As in `Submission`. */
  writtenRefs?: readonly string[];
  from: string;
  to: string;
}

export type CancelOutcome =
  /** The carrier says that it has not left and will not. */
  | 'canceled'
  /** It has left, or the carrier cannot cancel it: its receipt decides. */
  | 'left'
  /** Nobody knows whether the request reached the carrier: to be repeated. */
  | 'unconfirmed';

export type Submission =
  /** `carrierRef`: the carrier's own id, by which its receipt names the text. */
  | {
      kind: 'accepted';
      carrierRef: string;
      /** The carrier's ids of the parts of a long text, where its receipts name parts. */
      partRefs?: readonly string[];
      /**
       * The ids of the text, or of its parts, as the carrier wrote them, where the ones above are
       * spelled differently: a request to cancel uses these.
       */
      writtenRefs?: readonly string[];
    }
  /**
   * The carrier did not take it. Retryable only if it surely sent nothing (throttled, not written).
   * `optedOut`: because the person opted out at the carrier, which counts as opting out with us.
   */
  | { kind: 'rejected'; note: Note; retryable: boolean; optedOut?: boolean }
  /** Nobody knows whether it was sent: never submitted again. */
  | { kind: 'unknown'; note: Note };

/** Numbers have 11 digits. */
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
      at: SimMs;
      outcome: 'delivered' | 'failed';
      note?: Note;
      /** Without `textId`: it is of the whole text, in however many parts that went. */
      ofWhole?: boolean;
      /** It failed because it was canceled before it left. */
      canceled?: boolean;
      /** It failed because the person opted out at the carrier. */
      optedOut?: boolean;
    }
  | {
      kind: 'inbound';
      /** The carrier's id of this text: if it comes twice, it is stored once. */
      carrierRef: string;
      phone: string;
      textingNumber: string;
      at: SimMs;
      /** It came between `at` and this, if the carrier has no finer time. */
      before?: SimMs;
      /** When it came by the real clock, where it may be told long after; absent: just now. */
      cameAt?: RealMs;
      body: string;
      /**
       * The carrier took it for one that it had delivered before, and cannot be sure: an opt-out is
       * obeyed again if the earlier one does not hold any more.
       */
      mayBeNew?: boolean;
      /** The carrier recognized it as an opt-out, in whatever words. */
      optedOut?: boolean;
    };
