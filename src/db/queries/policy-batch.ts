/** What a claim counts for the contact policy while it takes several entries at once. */
import { simMs } from '#domain/milliseconds.ts';
import type { CampaignPolicy } from '#domain/policy/campaign-policy.ts';
import type { Contact, FoundBy } from '#domain/policy/contact-hold.ts';
import { fewestThatHold } from './policy-contacts.ts';

const foundBy: readonly FoundBy[] = ['number', 'account', 'external_id'];

interface BatchEntry {
  phone: string;
  accountLine: number;
  externalKey: string | null;
  contacts: readonly Contact[];
  /** How many more there are at most, which were not described because alone they hold nothing. */
  uncounted: number;
}

/**
 * A claim takes several entries of one list at once: what it has taken counts for those behind.
 * (Numbers that it then leaves, because others are in a call, have counted too much: those behind
 * are checked again soon.)
 */
export function countInBatch(policy: CampaignPolicy | null, now: Date) {
  const taken = new Map<string, Contact[]>();
  const keysOf = ({ phone, accountLine, externalKey }: BatchEntry): [FoundBy, string][] => [
    ['number', `n${phone}`],
    ...(policy?.beyondNumber
      ? ([
          ['account', `a${accountLine}`],
          ...(externalKey ? [['external_id', `x${externalKey}`]] : []),
        ] as [FoundBy, string][])
      : []),
  ];
  const counts = policy !== null && policy.windows.length > 0;
  const fewest = counts ? fewestThatHold(policy.windows) : 0;
  let count = 0;
  const inFlight = ({ scope }: CampaignPolicy, by: FoundBy, key: string): Contact => ({
    ...{ by, key, at: simMs(now.getTime()), talkedAt: null, open: true },
    ...scope,
  });
  return {
    with<Entry extends BatchEntry>(entry: Entry): Entry {
      if (taken.size === 0) return entry;
      const beside = keysOf(entry).flatMap(([, key]) => taken.get(key) ?? []);
      if (beside.length === 0) return entry;
      const contacts = [...entry.contacts, ...beside];
      const isFew = entry.uncounted + beside.length < fewest;
      // So few hold nothing, whatever they are.
      if (isFew && entry.contacts.length === 0) return entry;
      if (isFew) return { ...entry, contacts };
      // Together they may hold it. Taken for contacts in flight, so that it is checked again soon,
      // those that were only counted will be described: the attempts of this claim are there then.
      for (let left = entry.uncounted; policy && left > 0; left -= 1) {
        contacts.push(...foundBy.map((by) => inFlight(policy, by, `uncounted ${left}`)));
      }
      return { ...entry, contacts };
    },
    add(entry: BatchEntry): void {
      if (!policy || !counts) return;
      count += 1;
      for (const [by, key] of keysOf(entry)) {
        taken.set(key, [...(taken.get(key) ?? []), inFlight(policy, by, `batch ${count}`)]);
      }
    },
  };
}
