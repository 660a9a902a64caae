/** What a campaign's calls show (spec 3 section 7). */

import type { CallerId } from '#carriers/port.ts';
import { callerIdType } from '#contract/campaign.ts';
import { asClient } from '#db/database.ts';
import { forgetNumberUse, readNumberUse } from '#db/queries/caller-id-use.ts';
import type { CallerIdChooser, StoredCallerId } from '#db/queries/claim-request.ts';
import type { RunSettings } from '#db/queries/lease.ts';
import { bucketChoice } from '#domain/caller-id-choice.ts';
import { later, realMs, type SimMs, toSim } from '#domain/milliseconds.ts';
import { easternDate } from '#domain/wall-time.ts';
import type { RunnerDeps } from '../deps.ts';

type Settings = Pick<
  RunSettings,
  'clientId' | 'callerIdType' | 'callerIdNumber' | 'callerIdName' | 'callerIdBucketId'
>;

export interface CallerIds {
  /** For a claim: what all its calls show, or how to choose for each call. */
  forClaim(settings: Settings): Promise<StoredCallerId | CallerIdChooser>;
}

/** How often the bucket and its use by other campaigns are read again. */
const readEvery = realMs(1_000);

export function createCallerIds({ db, clock }: Pick<RunnerDeps, 'db' | 'clock'>): CallerIds {
  let known: { bucketId: number; until: SimMs; chooser: CallerIdChooser } | undefined;
  let day: string | undefined;

  async function fromBucket(clientId: number, bucketId: number): Promise<CallerIdChooser> {
    const now = clock.now();
    const today = easternDate(new Date(now));
    const fresh = known?.bucketId === bucketId && now < known.until;
    if (known && fresh && known.chooser.day === today) return known.chooser;
    const numbers = await asClient(db, clientId, async (tx) => {
      if (today !== day) await forgetNumberUse(tx, clientId, today);
      return readNumberUse(tx, clientId, bucketId, today);
    });
    day = today;
    const { choose, giveBack } = bucketChoice(numbers);
    const chooser = {
      type: callerIdType.dynamic,
      day: today,
      choose: (phone: string) => choose(phone) ?? '',
      giveBack,
    };
    known = { bucketId, until: later(now, toSim(readEvery, clock.speed)), chooser };
    return chooser;
  }

  return {
    async forClaim({ clientId, callerIdType: type, callerIdNumber, callerIdBucketId }) {
      if (type === callerIdType.dynamic && callerIdBucketId !== null) {
        return fromBucket(clientId, callerIdBucketId);
      }
      return { type, number: type === callerIdType.single ? callerIdNumber : '' };
    },
  };
}

/** For the carrier, from what is stored with an attempt. */
export function shownAs({ type, number }: StoredCallerId, name: string): CallerId {
  if (type === callerIdType.hide) return { kind: 'hidden' };
  return number === '' ? { kind: 'default' } : { kind: 'shown', number, name };
}

/** What all calls of a campaign ask the carrier to show; for a bucket the number varies. */
export function campaignShows(settings: Settings): CallerId {
  const { callerIdType: type, callerIdNumber, callerIdName: name, callerIdBucketId } = settings;
  if (type === callerIdType.dynamic && callerIdBucketId !== null) {
    return { kind: 'shown', number: '', name };
  }
  return shownAs({ type, number: type === callerIdType.single ? callerIdNumber : '' }, name);
}
