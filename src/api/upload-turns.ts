import { problem } from '#contract/errors.ts';
import { createHourly } from './hourly.ts';

/** Forms with files that are accepted at once: each has a file on disk, and most a thread. */
const mostOfClient = 4;
const mostInAll = 16;
/** Contact files, sounds and voice messages that one client sends in an hour. */
const mostAnHour = 300;

export const uploadTurnTexts = {
  ofClient: `Your organization has ${mostOfClient} uploads in progress. Wait until one of them ends, then try again.`,
  anHour: `Your organization has sent ${mostAnHour} files and voice messages within an hour. Try again later.`,
  inAll: 'Too many files are being uploaded. Try again in a moment.',
} as const;

/** How many forms with files are under way in this process, by client. */
export interface UploadTurns {
  /** @throws ProblemError too_many_tries when too many are under way */
  take<T>(clientId: number, work: () => Promise<T>): Promise<T>;
}

export function createUploadTurns(): UploadTurns {
  const hourly = createHourly(mostAnHour, uploadTurnTexts.anHour);
  const busy = new Map<number, number>();
  let all = 0;

  function count(clientId: number, by: 1 | -1): void {
    all += by;
    const now = (busy.get(clientId) ?? 0) + by;
    if (now > 0) busy.set(clientId, now);
    else busy.delete(clientId);
  }

  return {
    async take(clientId, work) {
      const refuse = (text: string) => problem('too_many_tries', text, { retryAfter: 10 });
      if ((busy.get(clientId) ?? 0) >= mostOfClient) throw refuse(uploadTurnTexts.ofClient);
      if (all >= mostInAll) throw refuse(uploadTurnTexts.inAll);
      hourly.count(clientId);
      count(clientId, 1);
      try {
        return await work();
      } finally {
        count(clientId, -1);
      }
    },
  };
}
