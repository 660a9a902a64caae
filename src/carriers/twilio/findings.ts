/** `carillon carrier test`: checks a Twilio account and its callbacks. Sends nothing. */
import { carrierDetailSentence } from '#domain/carrier-words/detail-sentences.ts';
import type { CarrierFinding, CarrierSurroundings } from '../kind.ts';
import type { TwilioApi } from './api.ts';
import { inboundPath } from './callback.ts';
import { accountProblem } from './link.ts';
import { toTwilio } from './numbers.ts';
import type { TwilioSettings } from './settings.ts';

/** Milliseconds for our own address to respond. */
const addressWithin = 5_000;
/** Most numbers that are named. */
const mostNamed = 5;

export async function findingsOf(
  api: TwilioApi,
  settings: TwilioSettings,
  { callbackUrl }: CarrierSurroundings,
): Promise<CarrierFinding[]> {
  const [address, account] = await Promise.all([
    addressFinding(callbackUrl(inboundPath)),
    api.get('.json'),
  ]);
  const findings = [address];
  const problem = accountProblem(account);
  if (problem) return [...findings, { state: 'wrong', text: carrierDetailSentence(problem) }];
  if (account.kind !== 'responded') return findings;
  const called = String(account.body.friendly_name ?? settings.accountSid);
  findings.push({ state: 'fine', text: `The Twilio account "${called}" is active.` });
  const inbound = callbackUrl(inboundPath);
  if (inbound === '') return findings;
  findings.push(await callFinding(api, settings));
  if (settings.messagingServiceSid !== undefined) {
    const text = `In the messaging service ${settings.messagingServiceSid}, under Integration, incoming messages must go to ${inbound} (HTTP POST). Carillon cannot check this.`;
    return [...findings, { state: 'hint', text }];
  }
  return [...findings, ...(await numberFindings(api, inbound))];
}

/** Whether our address leads to us; whether Twilio can reach it cannot be checked here. */
async function addressFinding(inbound: string): Promise<CarrierFinding> {
  if (inbound === '') {
    const text =
      'CARILLON_PUBLIC_URL is not set, so Twilio cannot report results or inbound texts such as STOP. Nothing is sent or called until it is set.';
    return { state: 'wrong', text };
  }
  const against = await probe(inbound);
  if (against) return against;
  const text = `Callbacks from Twilio go to ${inbound} and to status addresses beside it, and Carillon responds there.`;
  if (inbound.startsWith('https://')) return { state: 'fine', text };
  return { state: 'hint', text: `${text} Use https so that nobody on the way can read the texts.` };
}

/** Posts without a signature, which only Carillon rejects with this code. */
async function probe(inbound: string): Promise<CarrierFinding | undefined> {
  try {
    const signal = AbortSignal.timeout(addressWithin);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const asked = { method: 'POST', redirect: 'manual', signal, headers, body: '' } as const;
    const response = await fetch(inbound, asked);
    const said = await response.text();
    if (response.status === 403 && said.includes('"not_signed"')) return undefined;
    const text = `Callbacks from Twilio go to ${inbound}, but something other than Carillon responds there (HTTP ${response.status}). CARILLON_PUBLIC_URL must be the public address of this Carillon, and a proxy in front of it must pass POST requests to /carrier/ on unchanged.`;
    return { state: 'wrong', text };
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    const text = `Callbacks from Twilio go to ${inbound}, which cannot be reached from this machine (${why}). If Carillon is running, make sure that Twilio can reach that address from outside.`;
    return { state: 'hint', text };
  }
}

/** The default caller ID; Twilio places no call without a number that it knows to be ours. */
async function callFinding(
  api: TwilioApi,
  { callerId, callsPerSecond }: TwilioSettings,
): Promise<CarrierFinding> {
  const pace = `Calls start at up to ${callsPerSecond} per second; keep this within the account's limit, or Twilio queues them.`;
  if (callerId === undefined) {
    const text = `${pace} --caller-id is not set, so a campaign without a caller ID cannot call.`;
    return { state: 'hint', text };
  }
  const PhoneNumber = toTwilio(callerId);
  const owned = await Promise.all([
    isInList(api, 'incoming_phone_numbers', '/IncomingPhoneNumbers.json', PhoneNumber),
    isInList(api, 'outgoing_caller_ids', '/OutgoingCallerIds.json', PhoneNumber),
  ]);
  const shows = `${pace} The default caller ID is ${PhoneNumber}.`;
  if (owned.some(Boolean)) return { state: 'fine', text: shows };
  const text = `The default caller ID ${PhoneNumber} is neither a number of this account nor verified, so Twilio rejects calls that show it.`;
  return { state: 'wrong', text };
}

async function isInList(
  api: TwilioApi,
  list: string,
  path: string,
  PhoneNumber: string,
): Promise<boolean> {
  const response = await api.get(path, { PhoneNumber });
  const found = response.kind === 'responded' && response.status === 200 && response.body[list];
  return Array.isArray(found) && found.some((one) => one.phone_number === PhoneNumber);
}

async function numberFindings(api: TwilioApi, inbound: string): Promise<CarrierFinding[]> {
  const response = await api.get('/IncomingPhoneNumbers.json', { PageSize: '1000' });
  if (response.kind !== 'responded' || response.status !== 200) {
    const text =
      "Could not read the account's numbers. Make sure that each forwards its texts to Carillon.";
    return [{ state: 'hint', text }];
  }
  const { incoming_phone_numbers: numbers } = response.body;
  const all: Record<string, unknown>[] = Array.isArray(numbers) ? numbers : [];
  if (all.length === 0) {
    return [{ state: 'wrong', text: 'The account has no number to text from.' }];
  }
  const elsewhere = all.filter(
    ({ sms_url, sms_method }) =>
      String(sms_url ?? '').split('#')[0] !== inbound || sms_method !== 'POST',
  );
  if (elsewhere.length === 0) {
    const text = `All numbers of the account (${all.length}) forward their texts to Carillon.`;
    return [{ state: 'fine', text }];
  }
  const named = elsewhere.slice(0, mostNamed).map(({ phone_number }) => String(phone_number));
  const others = elsewhere.length - named.length;
  const more = others > 0 ? ` and ${others} more` : '';
  const text = `Texts to ${named.join(', ')}${more} do not reach Carillon, so STOP would be missed. In Twilio, set "A message comes in" to ${inbound} (HTTP POST) for each number that a client texts from.`;
  return [{ state: 'wrong', text }];
}
