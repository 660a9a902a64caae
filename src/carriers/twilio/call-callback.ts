/** Webhooks of calls: judged and responded to at once, in the API. Pure. */
import type { CallbackVerdict } from '../kind.ts';
import { type CallPath, callPathOf, stepPath } from './call-path.ts';
import { isOver } from './call-status.ts';
import { keepLine, twimlType } from './twiml.ts';

const noted = { type: 'text/plain; charset=utf-8', body: '' };

/**
 * The signature has been checked.
 *
 * @param path behind `/carrier/<name>/`
 * @param url the public address that the webhook was sent to
 */
export function receiveCall(
  path: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): CallbackVerdict {
  const call = callPathOf(path);
  const { CallSid = '' } = fields;
  if (!call || !/^CA[0-9a-f]{32}$/i.test(CallSid)) return { kind: 'unknown' };
  const keep = keptOf(call, fields);
  const { what, step } = call;
  const isAsked = what !== 'status' && what !== 'amd';
  const base = isAsked ? url.slice(0, url.lastIndexOf(`/${stepPath(what, step)}`)) : '';
  const response = isAsked ? { type: twimlType, body: keepLine(base, step) } : noted;
  return { kind: 'taken', keep, response };
}

/** What an engine needs from it; null when there is nothing to do. */
function keptOf({ what, step }: CallPath, fields: Readonly<Record<string, string>>) {
  const { CallSid = '', CallStatus = '', AnsweredBy = '', SipResponseCode = '' } = fields;
  const keep = (once: string, more: Record<string, string>) => ({
    once: `${CallSid} ${once}`,
    fields: { CallSid, ...more },
  });
  if (what === 'status') {
    // An orphaned call is found by "initiated".
    if (CallStatus !== 'initiated' && !isOver(CallStatus)) return null;
    return keep(CallStatus, { CallStatus, ...(SipResponseCode !== '' && { SipResponseCode }) });
  }
  if (what === 'amd') return keep('amd', { AnsweredBy });
  if (what === 'key') {
    const [key = ''] = fields.Digits ?? '';
    return key === '' ? null : keep(stepPath(what, step), { key });
  }
  return keep(stepPath(what, step), {});
}
