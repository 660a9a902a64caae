/** Twilio's webhooks: judged when they come (in the API), parsed when an engine takes them. */
import type { SimMs } from '#domain/milliseconds.ts';
import type { Callback, CallbackVerdict, PostedCallback } from '../kind.ts';
import type { TextEvent } from '../text-port.ts';
import { receiveCall } from './call-callback.ts';
import { callPaths } from './call-path.ts';
import { inboundBody, optedOutCode, outcomeOf } from './message.ts';
import { fromTwilio } from './numbers.ts';
import type { TwilioSettings } from './settings.ts';
import { isSigned } from './signature.ts';

/** Behind `/carrier/<name>/`. */
export const inboundPath = 'inbound';
export const statusPath = (textId: string) => `status/${textId}`;
/** Prefix of the paths of receipts. */
export const statusPaths = 'status/';

const ofStatus = /^status\/([\w-]{1,100})$/;
/** Our own outbox replies to inbound texts: Twilio must send nothing. */
const silence = {
  type: 'text/xml; charset=utf-8',
  body: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
};
const noted = { type: 'text/plain; charset=utf-8', body: '' };

export function receive(
  { authToken }: TwilioSettings,
  { path, url, header, fields }: PostedCallback,
): CallbackVerdict {
  if (!isSigned(authToken, header('x-twilio-signature'), url, fields)) return { kind: 'refused' };
  const all = Object.fromEntries(fields);
  if (path.startsWith(callPaths)) return receiveCall(path, url, all);
  const sid = all.MessageSid ?? '';
  if (!/^\w{10,64}$/.test(sid)) return { kind: 'unknown' };
  if (path === inboundPath) {
    const kept = pick(all, ['MessageSid', 'From', 'To', 'Body', 'NumMedia', 'OptOutType']);
    return { kind: 'taken', keep: { once: sid, fields: kept, urgent: true }, response: silence };
  }
  if (!ofStatus.test(path)) return { kind: 'unknown' };
  const { MessageStatus = '' } = all;
  // "queued" and "sent" change nothing, so they are acknowledged and dropped.
  if (!outcomeOf(MessageStatus, undefined)) return { kind: 'taken', keep: null, response: noted };
  const kept = pick(all, ['MessageSid', 'MessageStatus', 'ErrorCode', 'From', 'To']);
  const keep = { once: `${sid} ${MessageStatus}`, fields: kept };
  return { kind: 'taken', keep, response: noted };
}

function pick(all: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
}

export function eventOf({ path, fields, at: cameAt }: Callback, at: SimMs): TextEvent | undefined {
  const { MessageSid, From = '', To = '' } = fields;
  if (MessageSid === undefined) return undefined;
  const carrierRef = MessageSid;
  if (path === inboundPath) {
    const about = { phone: fromTwilio(From), textingNumber: fromTwilio(To) };
    const body = inboundBody(fields.Body ?? '', Number(fields.NumMedia) || 0);
    const optedOut = fields.OptOutType === 'STOP';
    return {
      ...{ kind: 'inbound', carrierRef, ...about, at, cameAt, body },
      ...(optedOut && { optedOut }),
    };
  }
  const [, textId] = ofStatus.exec(path) ?? [];
  const code = Number(fields.ErrorCode) || undefined;
  const outcome = outcomeOf(fields.MessageStatus, code);
  if (textId === undefined || !outcome) return undefined;
  const about = { phone: fromTwilio(To), textingNumber: fromTwilio(From) };
  return {
    ...{ kind: 'receipt', carrierRef, textId, ...about, at, ...outcome },
    ...(code === optedOutCode && { optedOut: true }),
  };
}
