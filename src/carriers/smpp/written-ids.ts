/**
 * Message ids as the SMSC wrote them, between its answer and ours: receipts are matched by a common
 * spelling, and a cancel_sm must repeat the very letters.
 */
import type { Submission } from '../text-port.ts';

export interface WrittenIds {
  /** @returns the common spelling */
  note(common: string, written: string): string;
  /** Where it needs them; they are forgotten then. */
  addTo(submission: Submission): Submission;
}

/** Of parts whose text never came to an answer. */
const mostKept = 20_000;

export function createWrittenIds(): WrittenIds {
  const byCommon = new Map<string, string>();
  return {
    note(common, written) {
      if (common === written) return common;
      byCommon.set(common, written);
      for (const oldest of byCommon.keys()) {
        if (byCommon.size <= mostKept) break;
        byCommon.delete(oldest);
      }
      return common;
    },
    addTo(submission) {
      if (submission.kind !== 'accepted') return submission;
      const { carrierRef, partRefs = [carrierRef] } = submission;
      if (!partRefs.some((ref) => byCommon.has(ref))) return submission;
      const writtenRefs = partRefs.map((ref) => byCommon.get(ref) ?? ref);
      for (const ref of partRefs) byCommon.delete(ref);
      return { ...submission, writtenRefs };
    },
  };
}
