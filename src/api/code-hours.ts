/** When a code may go to a number that nobody has proven (decision 095). */
import { problem } from '#contract/errors.ts';
import { codesADay } from '#contract/manager-phone.ts';
import type { ReasonOf } from '#contract/reason.ts';
import type { Tx } from '#db/database.ts';
import { readGateSettings } from '#db/queries/gate-settings.ts';
import { nextCodeOfDay } from '#db/queries/manager-contact.ts';
import { longestWait } from '#db/queries/phone-recording.ts';
import { callingHours } from '#domain/calling-hours.ts';
import { submissionTakes } from '#domain/gate.ts';
import { nextAllowed } from '#domain/hours-verdict.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';

interface Code {
  /** 11 digits. */
  phone: string;
  channel: 'voice' | 'text';
  /** By the platform's clock. */
  now: Date;
}

/**
 * By the number's calling hours in every zone that it may be in, those of the client and of every rule of
 * its contact policy that is not about one campaign; and by the codes of the last 24 hours. What is asked
 * for may wait for an engine: the hours must last so long. Ask it once the code is asked for: whoever asks
 * at the same time waits, and is counted.
 *
 * @throws `conflict` with the reason, whose `allowedFrom` is the first instant that all of it allows
 */
export async function refuseUntimely(
  tx: Tx,
  { clientId, managerId }: { clientId: number; managerId: number },
  { phone, channel, now }: Code,
): Promise<void> {
  const settings = await readGateSettings(tx, clientId);
  const kind = channel === 'voice' ? 'call' : 'text';
  const rules = settings.policyRules.filter(
    (rule) => rule.campaignId === null && (rule.channel === 'any' || rule.channel === kind),
  );
  const hours = callingHours(settings.callingHours, rules);
  const takes = (longestWait * 1_000 + submissionTakes) * settings.speed;
  const allowedAt = (from: number) =>
    nextAllowed((at) => hours.verdict({ phone, state: null, zipCode: null }, at), from, takes);
  const limits = [
    { of: 'number', most: codesADay.number, key: { phone } },
    { of: 'manager', most: codesADay.manager, key: { managerId } },
  ] as const;
  for (const { of, most, key } of limits) {
    const free = await nextCodeOfDay(tx, clientId, key, most);
    if (!free) continue;
    const allowedFrom = new Date(allowedAt(Math.max(free.getTime(), now.getTime())));
    refuse({ code: 'code_limit', of, most, allowedFrom: allowedFrom.toISOString() });
  }
  const at = allowedAt(now.getTime());
  if (at > now.getTime()) refuse({ code: 'code_hours', allowedFrom: new Date(at).toISOString() });
}

function refuse(reason: ReasonOf<'code_hours'> | ReasonOf<'code_limit'>): never {
  throw problem('conflict', reasonSentence(reason), { reason });
}
