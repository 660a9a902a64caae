/** What allowed an attempt, in words. */
import type { AllowedBy } from '#contract/allowed-by.ts';
import { zoneWords } from '#domain/zone-words.ts';
import { nounFor } from '#web/lib/plural.ts';

/** "9:40 AM in Eastern Time, hours 8:00 AM to 9:00 PM, 1 of 3 attempts used in 7 days". */
export function allowedFacts(allowed: AllowedBy): string {
  const { zones, opens, closes, counted, campaignVersion, messages } = allowed;
  const there = new Map(
    zones.map(({ zone, localTime }) => [`${wallClock(localTime)} in ${zoneWords(zone)}`, true]),
  );
  const [message] = messages;
  const parts = [
    [...there.keys()].slice(0, 3).join(', '),
    `hours ${wallClock(opens)} to ${wallClock(closes)}`,
    counted
      ? `${counted.counted} of ${counted.most} attempts used in ${counted.days} ${nounFor(counted.days, 'day')}`
      : '',
    campaignVersion ? `campaign version ${campaignVersion}` : '',
    message?.version ? `message version ${message.version}` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** The same as a sentence, also where nothing was kept. */
export function allowedWords(allowed: AllowedBy | null): string {
  if (!allowed) return 'What allowed it was not recorded at that time.';
  return `Allowed: ${allowedFacts(allowed)}.`;
}

/** "08:00" → "8:00 AM". */
export function wallClock(time: string): string {
  const hours = Number(time.slice(0, 2));
  return `${hours % 12 || 12}${time.slice(2)} ${hours < 12 ? 'AM' : 'PM'}`;
}
