/** Sending at the double: what Twilio checks, and how a message proceeds. */
import {
  type Account,
  accountSid,
  type DoubleMessage,
  hasLeft,
  messageResource,
  refusal,
  sidOf,
} from './account.ts';
import type { Webhooks } from './webhooks.ts';

export interface RestResponse {
  status: number;
  body: object;
}

/** What a request to send may hold: of those that Twilio knows, the ones that the double obeys. */
export const sendFields = [
  ...['To', 'From', 'MessagingServiceSid', 'Body', 'StatusCallback', 'ValidityPeriod'],
] as const;

export function send(account: Account, form: URLSearchParams): RestResponse {
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
  const validity = Number(form.get('ValidityPeriod') ?? 36_000);
  if (!Number.isInteger(validity) || validity < 1 || validity > 36_000) {
    return refusal(400, 90_007, 'Invalid validity period value');
  }
  const message: DoubleMessage = {
    ...{ sid: sidOf('SM'), to, from, body, errorCode: null, direction: 'outbound-api' },
    ...{ status: messagingServiceSid ? 'accepted' : 'queued', messagingServiceSid },
    created: new Date(),
    statusCallback: form.get('StatusCallback') ?? undefined,
  };
  account.messages.unshift(message);
  const { queue } = account;
  queue?.line.add({ id: message.sid, from, to, until: queue.now() + validity * 1_000 });
  return { status: 201, body: messageResource(message) };
}

/** A change of a message; of those that Twilio knows the one that is asked for here. */
export function change(
  account: Account,
  hooks: Webhooks,
  sid: string,
  form: URLSearchParams,
): RestResponse {
  const message = account.messages.find((one) => one.sid === sid);
  if (!message) return refusal(404, 20_404, `The requested resource ${sid} was not found`);
  if (form.get('Status') !== 'canceled') return refusal(400, 20_001, 'The double cannot do that');
  const waits = account.queue?.line.cancel(sid) ?? false;
  if (!waits) return refusal(409, 30_409, 'This message cannot be canceled');
  message.status = 'canceled';
  void advance(hooks, message, 'canceled');
  return { status: 200, body: messageResource(message) };
}

/** What leaves the queue by now, and what is dropped in it, with the callbacks. */
export async function passTime({ queue, messages }: Account, hooks: Webhooks): Promise<void> {
  const { left, dropped } = queue?.line.passTime() ?? { left: [], dropped: [] };
  const find = (sid: string) => messages.find((one) => one.sid === sid);
  for (const message of left.map(({ id }) => find(id))) {
    if (!message) continue;
    await advance(hooks, message, 'sent');
    await advance(hooks, message, 'delivered');
  }
  for (const message of dropped.map(({ id }) => find(id))) {
    if (message) await advance(hooks, message, 'failed', 30_036);
  }
}

/** Newest first, as Twilio lists them. */
export function found(account: Account, query: URLSearchParams): DoubleMessage[] {
  const since = query.get('DateSent>');
  const isDated = (message: DoubleMessage) => !account.datesSentOnly || hasLeft(message);
  return account.messages.filter(
    (message) =>
      message.to === (query.get('To') ?? message.to) &&
      message.from === (query.get('From') ?? message.from) &&
      (since === null || (isDated(message) && message.created.getTime() >= Date.parse(since))),
  );
}

/** Moves a message to a status and posts the callback. */
export async function advance(
  hooks: Webhooks,
  message: DoubleMessage,
  status: string,
  errorCode: number | null = null,
): Promise<void> {
  Object.assign(message, { status, errorCode });
  if (message.statusCallback === undefined) return;
  await hooks.post(message.statusCallback, {
    ...{ AccountSid: accountSid, ApiVersion: '2010-04-01', MessageSid: message.sid },
    ...{ SmsSid: message.sid, SmsStatus: status, MessageStatus: status },
    ...{ To: message.to, From: message.from },
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
    ...(message.messagingServiceSid && { MessagingServiceSid: message.messagingServiceSid }),
  });
}
