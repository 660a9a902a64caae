/** What is kept with an attempt about what allowed it, made beside the gate's verdict. */
import type { Candidate } from '#db/queries/claim-candidates.ts';
import type { PlayableMessage, RunSettings } from '#db/queries/lease.ts';
import { type AllowedMessage, encodeAllowed } from '#domain/allowed-by.ts';
import type { CallingHours } from '#domain/calling-hours.ts';
import type { KindCap } from '#domain/contact-cap.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import { candidateZones } from '#domain/number-zones.ts';
import { textParts } from '#domain/text-message.ts';

type Settings = Pick<
  RunSettings,
  | 'customerMessage'
  | 'machineMessage'
  | 'agentMessage'
  | 'textMessage'
  | 'textMessageId'
  | 'campaignVersion'
  | 'textMessageVersion'
>;

/** The mapping ids behind the tokens of a text (contract/text-message.ts). */
const textFields: Readonly<Record<string, number>> = {
  '[first_name]': 1,
  '[last_name]': 3,
  '[file_number]': 11,
};

/** Mapping ids of the fields that the campaign's messages speak or write. */
export function fieldsOf({ customerMessage, machineMessage, textMessage }: Settings): number[] {
  const spoken = [customerMessage, machineMessage].flatMap((message) => message?.fields ?? []);
  const written = textParts(textMessage ?? '').flatMap((part) =>
    part.kind === 'field' ? [textFields[part.token] ?? []].flat() : [],
  );
  return [...spoken, ...written];
}

function messagesOf(settings: Settings): AllowedMessage[] {
  const { textMessageId } = settings;
  const version = settings.textMessageVersion ?? 0;
  const spoken = (role: AllowedMessage['role'], message: PlayableMessage | null) =>
    message ? [{ role, id: message.voiceMessageId, version: message.version }] : [];
  return [
    ...(textMessageId ? [{ role: 'text' as const, id: textMessageId, version }] : []),
    ...spoken('customer', settings.customerMessage),
    ...spoken('machine', settings.machineMessage),
    ...spoken('agent', settings.agentMessage),
  ];
}

/**
 * For the candidates of one claim: most share their zones and hours, and then these bytes, which are
 * the same object. The hash of an account's values is not in them (domain/allowed-by.ts).
 */
export function allowedAt(settings: Settings, hours: CallingHours, now: SimMs) {
  const messages = messagesOf(settings);
  const known = new Map<string, Uint8Array>();
  return (candidate: Candidate, cap: KindCap | null): Uint8Array => {
    const { phone, state, zipCode, counted, valuesHash } = candidate;
    const zones = candidateZones(phone, state, zipCode);
    const range = hours.rangeOf(candidate, now);
    const make = () =>
      encodeAllowed({
        ...{ at: now, zones, range, messages, withValues: valuesHash !== null },
        campaignVersion: settings.campaignVersion ?? 0,
        counted: cap && { counted, most: cap.most, days: cap.days },
      });
    const key = `${zones.join()} ${range.open} ${range.close} ${cap ? counted : ''} ${valuesHash !== null}`;
    const bytes = known.get(key) ?? make();
    known.set(key, bytes);
    return bytes;
  };
}
