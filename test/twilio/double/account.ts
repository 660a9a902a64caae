/** What the double of Twilio knows: one account, its numbers, its messages, who opted out. */
import { randomBytes } from 'node:crypto';
import type { CarrierQueue } from '../../harness/carrier-queue.ts';

export const accountSid = `AC${'a1'.repeat(16)}`;
export const authToken = '5ecre7f0r7he7wi1i0d0ub1e00000000';

export interface DoubleMessage {
  sid: string;
  to: string;
  from: string;
  body: string;
  status: string;
  errorCode: number | null;
  direction: 'outbound-api' | 'inbound';
  messagingServiceSid: string | null;
  created: Date;
  statusCallback: string | undefined;
}

export interface DoubleNumber {
  sid: string;
  phone: string;
  smsUrl: string;
  smsMethod: 'GET' | 'POST';
}

export interface Account {
  status: 'active' | 'suspended' | 'closed';
  messages: DoubleMessage[];
  numbers: DoubleNumber[];
  /** Numbers of others that calls may show. */
  verified: string[];
  /** `from to` of people who sent STOP. */
  optedOut: Set<string>;
  /** Where messages wait to leave, by a test's clock; without it they wait for `deliver`. */
  queue?: { line: CarrierQueue; now: () => number };
  /**
   * A list by `DateSent>` leaves out what has not left yet, whose date_sent is null. Twilio's
   * description of listMessage leaves that open, so both are tested.
   */
  datesSentOnly?: boolean;
}

export const sidOf = (letters: string) => letters + randomBytes(16).toString('hex');

/** As Twilio writes instants: `Fri, 24 May 2019 17:44:46 +0000`. */
const rfc2822 = (date: Date) => date.toUTCString().replace('GMT', '+0000');
const root = `/2010-04-01/Accounts/${accountSid}`;

export function accountResource({ status }: Account): object {
  return {
    ...{ sid: accountSid, owner_account_sid: accountSid, friendly_name: 'Double', status },
    ...{ type: 'Full', auth_token: authToken, uri: `${root}.json` },
    date_created: rfc2822(new Date(0)),
    date_updated: rfc2822(new Date(0)),
    subresource_uris: { messages: `${root}/Messages.json` },
  };
}

export function messageResource(message: DoubleMessage): object {
  const { sid, to, from, body, status, direction, messagingServiceSid, created } = message;
  const over = hasLeft(message);
  return {
    ...{ sid, to, from, body, status, direction, messaging_service_sid: messagingServiceSid },
    ...{ account_sid: accountSid, api_version: '2010-04-01', uri: `${root}/Messages/${sid}.json` },
    ...{ num_media: '0', num_segments: '1', price: null, price_unit: 'USD' },
    date_created: rfc2822(created),
    date_updated: rfc2822(created),
    date_sent: over ? rfc2822(created) : null,
    error_code: message.errorCode,
    error_message: message.errorCode === null ? null : 'It went wrong',
    subresource_uris: { media: `${root}/Messages/${sid}/Media.json` },
  };
}

export const hasLeft = ({ status }: DoubleMessage) =>
  !['accepted', 'queued', 'sending'].includes(status);

export function numberResource({ sid, phone, smsUrl, smsMethod }: DoubleNumber): object {
  return {
    ...{ sid, account_sid: accountSid, phone_number: phone, friendly_name: phone },
    ...{ api_version: '2010-04-01', uri: `${root}/IncomingPhoneNumbers/${sid}.json` },
    ...{ sms_url: smsUrl, sms_method: smsMethod, sms_fallback_url: '', beta: false },
    ...{ origin: 'twilio', status: 'in-use', capabilities: { sms: true, mms: true, voice: true } },
    date_created: rfc2822(new Date(0)),
    date_updated: rfc2822(new Date(0)),
  };
}

export function callerIdResource(phone: string): object {
  const sid = `PN${phone.slice(1).padStart(32, '0')}`;
  return {
    ...{ sid, account_sid: accountSid, phone_number: phone, friendly_name: phone },
    uri: `${root}/OutgoingCallerIds/${sid}.json`,
    date_created: rfc2822(new Date(0)),
    date_updated: rfc2822(new Date(0)),
  };
}

/** A page of a list, as every list of Twilio's comes; the next one is named by its address. */
export function pageOf(
  name: string,
  path: string,
  query: URLSearchParams,
  all: readonly object[],
): object {
  const size = Number(query.get('PageSize') ?? 50);
  const page = Number(query.get('Page') ?? 0);
  const start = page * size;
  const some = all.slice(start, start + size);
  const addressOf = (of: number) => {
    const wanted = new URLSearchParams([...query]);
    wanted.set('Page', String(of));
    if (of > 0) wanted.set('PageToken', `PA${of}`);
    return `${path}?${wanted}`;
  };
  return {
    ...{ [name]: some, page, page_size: size, start, end: Math.max(0, start + some.length - 1) },
    ...{ first_page_uri: addressOf(0), uri: addressOf(page) },
    previous_page_uri: page > 0 ? addressOf(page - 1) : null,
    next_page_uri: start + size < all.length ? addressOf(page + 1) : null,
  };
}

export function refusal(status: number, code: number, message: string) {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return { status, body: { code, message, more_info, status } };
}
