/**
 * Keeps message ids as the SMSC wrote them until the result is returned: receipts are matched by a
 * common spelling, but a cancel_sm must repeat the original one.
 */
import type { Submission } from '../text-port.ts';

export interface WrittenIds {
  /** @returns the common spelling */
  note(common: string, written: string): string;
  /** Adds the original ids where they differ, and forgets them. */
  addTo(submission: Submission): Submission;
}

/** For parts whose text never got a result. */
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
