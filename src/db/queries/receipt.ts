import type { StoredNote } from '#contract/note.ts';

/** A carrier's report about a text. */
export interface Receipt {
  /** "carrier:id". */
  carrierRef: string;
  /** Our own id of the text, where the carrier repeats it. */
  textId: string | null;
  phone: string;
  textingNumber: string;
  outcome: 'delivered' | 'failed';
  received: Date;
  note: StoredNote | null;
  /** Of the whole text; false: it may be of one part. */
  ofWhole?: boolean;
  /** It failed because it was canceled before it left. */
  canceled?: boolean;
}
