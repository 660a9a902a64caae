/**
 * The latest texts by the carrier's ids, so that a receipt is reported with our own id and numbers,
 * even for a text whose response was lost. This is only an aid: after a restart, receipts are
 * matched in the database by the carrier's id, or by number, sender and time if that id is unknown.
 */
import type { TextRequest } from '../text-port.ts';
import type { Submitted } from './job.ts';

export interface SentText {
  textId: string;
  phone: string;
  textingNumber: string;
  /** A text of one part, a part of several, or a part of a text whose other parts are in doubt. */
  as: 'whole' | 'part' | 'piece';
}

export interface SentTexts {
  /** These are being submitted. @returns to be called once each is noted */
  begin(texts: readonly TextRequest[]): () => void;
  note(text: TextRequest, reference: number, submitted: Submitted): void;
  byRef(ref: string): SentText | undefined;
  /**
   * The text of unknown outcome between these numbers, by its reference if the SMSC repeats it. Without one there is
   * none while another text is being submitted: its receipt may overtake its response.
   */
  inDoubt(phone: string, textingNumber: string, reference?: number): SentText | undefined;
}

/** A few hundred bytes each. */
const mostKept = 50_000;

export function createSentTexts(): SentTexts {
  const byRef = new Map<string, SentText>();
  const doubts = new Map<string, { reference: number; sent: SentText }[]>();
  /** How many texts are being submitted between two numbers. */
  const inFlight = new Map<string, number>();
  const doubtKey = (phone: string, textingNumber: string) => `${phone} ${textingNumber}`;
  const count = ({ to, from }: TextRequest, by: 1 | -1) => {
    const key = doubtKey(to, from);
    const left = (inFlight.get(key) ?? 0) + by;
    if (left > 0) inFlight.set(key, left);
    else inFlight.delete(key);
  };

  return {
    begin(texts) {
      for (const text of texts) count(text, 1);
      return () => {
        for (const text of texts) count(text, -1);
      };
    },
    note({ textId, to, from }, reference, { submission, refs, inParts = false }) {
      const of = { textId, phone: to, textingNumber: from };
      const isWhole = submission.kind === 'accepted' && refs.length === 1;
      const as = isWhole ? 'whole' : submission.kind === 'accepted' ? 'part' : 'piece';
      for (const ref of refs) limited(byRef).set(ref, { ...of, as });
      if (submission.kind !== 'unknown') return;
      const key = doubtKey(to, from);
      const sent: SentText = { ...of, as: inParts ? 'piece' : 'whole' };
      limited(doubts).set(key, [...(doubts.get(key) ?? []), { reference, sent }]);
    },
    byRef: (ref) => byRef.get(ref),
    inDoubt(phone, textingNumber, reference) {
      const key = doubtKey(phone, textingNumber);
      const inDoubt = doubts.get(key) ?? [];
      const fitting = inDoubt.filter((one) => one.reference === reference);
      // Without a reference, the receipt is only clear if there is a single text.
      if (reference === undefined) {
        return inDoubt.length === 1 && !inFlight.has(key) ? inDoubt[0]?.sent : undefined;
      }
      return fitting.length === 1 ? fitting[0]?.sent : undefined;
    },
  };
}

/** Makes room for one more entry by dropping the oldest. */
function limited<V>(map: Map<string, V>): Map<string, V> {
  if (map.size >= mostKept) {
    const [oldest] = map.keys();
    if (oldest !== undefined) map.delete(oldest);
  }
  return map;
}
