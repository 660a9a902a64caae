/** Submits one call to Twilio and interprets the response. */
import type { ReasonOf } from '#contract/reason.ts';
import type { CallerId, Placement } from '../port.ts';
import { type ApiResponse, refusalOf, type TwilioApi } from './api.ts';
import type { Gate } from './gate.ts';
import type { TwilioLink } from './link.ts';
import { toTwilio } from './numbers.ts';
import {
  accountMayNot,
  informGate,
  isAccounts,
  isInDoubt,
  noResponseOf,
  refusalNote,
  statusNote,
  whyFailed,
} from './send.ts';
import type { TwilioSettings } from './settings.ts';

export interface WantedCall {
  /** 11 digits. */
  to: string;
  from: string;
  /** Address of its webhooks, without a slash at its end. */
  base: string;
  ringSeconds: number;
  /** Whether Twilio detects who answered. */
  detects: boolean;
}

/** `sid`: Twilio's id of an accepted call. */
export type CallPlacement = Placement & { sid?: string };

const notWanted: CallPlacement = {
  kind: 'rejected',
  note: { code: 'withdrawn', what: 'call' },
  retryable: true,
};
/** Too many at once, or too fast: the same call may be submitted later. */
const laterCodes = new Set([10_004, 20_429]);
/** About the caller ID or the account: a call to any other number would be rejected too. */
const ownCodes = new Set([21_210, 21_212, 21_219]);
/** Seconds: four hours of talk, and the messages before it. */
const longestCall = 15_000;
/** Seconds: Twilio's longest, because a longer greeting would be taken for a person. */
const detectionSeconds = 59;

/** The number that a call shows; undefined when Twilio cannot show this caller ID. */
export function shownNumber(wanted: CallerId, settings: TwilioSettings): string | undefined {
  if (wanted.kind === 'hidden') return undefined;
  return wanted.kind === 'shown' ? wanted.number : settings.callerId;
}

/** For the manager; undefined when Twilio can show this caller ID. */
export function whyNotShown(
  wanted: CallerId,
  settings: TwilioSettings,
): ReasonOf<'caller_id_not_hidden' | 'caller_id_missing'> | undefined {
  if (shownNumber(wanted, settings) !== undefined) return undefined;
  return { code: wanted.kind === 'hidden' ? 'caller_id_not_hidden' : 'caller_id_missing' };
}

export async function placeCall(
  { api, link, gate }: { api: TwilioApi; link: TwilioLink; gate: Gate },
  call: WantedCall,
  mayPlace?: () => boolean,
): Promise<CallPlacement> {
  const { to, from, base, ringSeconds, detects } = call;
  const form = {
    ...{ To: toTwilio(to), From: toTwilio(from), Url: `${base}/answer/0.0`, Method: 'POST' },
    ...{ StatusCallback: `${base}/status`, StatusCallbackMethod: 'POST' },
    StatusCallbackEvent: ['initiated', 'completed'],
    ...{ Timeout: String(ringSeconds), TimeLimit: String(longestCall) },
    ...(detects && {
      // In the background: the person who answers may press keys from the first moment on.
      ...{ MachineDetection: 'DetectMessageEnd', AsyncAmd: 'true' },
      ...{ MachineDetectionTimeout: String(detectionSeconds) },
      ...{ AsyncAmdStatusCallback: `${base}/amd`, AsyncAmdStatusCallbackMethod: 'POST' },
    }),
  };
  const response = await api.post('/Calls.json', form, mayPlace);
  if (response.kind === 'not_written' && response.unwanted) return notWanted;
  const placement = placementOf(response);
  informGate(gate, response, placement);
  if (response.kind === 'responded' && isAccounts(response.status)) {
    link.refused(accountMayNot('calls', response.body));
  } else if (placement.kind === 'unknown' || response.kind === 'not_written') {
    link.failed(whyFailed(response));
  } else link.worked();
  return placement;
}

function placementOf(response: ApiResponse): CallPlacement {
  if (response.kind !== 'responded') return noResponseOf('call', response);
  const { status, body } = response;
  if (status >= 200 && status < 300 && typeof body.sid === 'string') {
    return { kind: 'accepted', sid: body.sid };
  }
  if (isInDoubt(status)) return { kind: 'unknown', note: statusNote(status) };
  const { code } = refusalOf(body);
  const retryable = status === 429 || isAccounts(status) || laterCodes.has(code ?? 0);
  const refused = { kind: 'rejected', note: refusalNote('call', body), retryable } as const;
  return ownCodes.has(code ?? 0) ? { ...refused, trunk: 'refused' } : refused;
}
