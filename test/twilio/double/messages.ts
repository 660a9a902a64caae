/** Sending at the double: what Twilio checks, and how a message goes its way. */
import {
  type Account,
  accountSid,
  type DoubleMessage,
  messageResource,
  refusal,
  sidOf,
} from './account.ts';
import type { Webhooks } from './webhooks.ts';

export interface Answer {
  status: number;
  body: object;
}

/** What a request to send may hold: of those that Twilio knows, the ones that the double obeys. */
export const sendFields = [
  ...['To', 'From', 'MessagingServiceSid', 'Body', 'StatusCallback', 'ValidityPeriod'],
] as const;

export function send(account: Account, form: URLSearchParams): Answer {
  for (const name of form.keys()) {
    const known: readonly string[] = sendFields;
    if (!known.includes(name)) return refusal(400, 20_001, `The double does not know ${name}`);
  }
  const to = form.get('To') ?? '';
  const from = form.get('From') ?? '';
  const body = form.get('Body') ?? '';
  const messagingServiceSid = form.get('MessagingServiceSid');
  if (!/^\+\d{8,15}$/.test(to)) return refusal(400, 21_211, `Invalid 'To' Phone Number: ${to}`);
  if (from === '' && !messagingServiceSid) {
    return refusal(400, 21_603, "A 'From' phone number is required.");
  }
  if (!account.numbers.some((number) => number.phone === from)) {
    return refusal(400, 21_660, 'Mismatch between the From number and the account');
  }
  if (body === '') return refusal(400, 21_602, 'Message body is required.');
  if (body.length > 1_600) return refusal(400, 21_617, 'The concatenated body is too long.');
  if (account.optedOut.has(`${from} ${to}`)) {
    return refusal(400, 21_610, 'Attempt to send to unsubscribed recipient');
  }
  const message: DoubleMessage = {
    ...{ sid: sidOf('SM'), to, from, body, errorCode: null, direction: 'outbound-api' },
    ...{ status: messagingServiceSid ? 'accepted' : 'queued', messagingServiceSid },
    created: new Date(),
    statusCallback: form.get('StatusCallback') ?? undefined,
  };
  account.messages.unshift(message);
  return { status: 201, body: messageResource(message) };
}

/** Newest first, as Twilio lists them. */
export function found(account: Account, query: URLSearchParams): DoubleMessage[] {
  const since = query.get('DateSent>');
  return account.messages.filter(
    ({ to, from, created }) =>
      to === (query.get('To') ?? to) &&
      from === (query.get('From') ?? from) &&
      (since === null || created.getTime() >= Date.parse(since)),
  );
}

/** Goes on to a state and says so. */
export async function advance(
  told: Webhooks,
  message: DoubleMessage,
  status: string,
  errorCode: number | null = null,
): Promise<void> {
  Object.assign(message, { status, errorCode });
  if (message.statusCallback === undefined) return;
  await told.tell(message.statusCallback, {
    ...{ AccountSid: accountSid, ApiVersion: '2010-04-01', MessageSid: message.sid },
    ...{ SmsSid: message.sid, SmsStatus: status, MessageStatus: status },
    ...{ To: message.to, From: message.from },
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
    ...(message.messagingServiceSid && { MessagingServiceSid: message.messagingServiceSid }),
  });
}
