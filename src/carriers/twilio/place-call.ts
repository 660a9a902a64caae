/** One call handed over to Twilio, and what its answer means. */
import type { ReasonOf } from '#contract/reason.ts';
import type { CallerId, Placement } from '../port.ts';
import { type ApiAnswer, refusalOf, type TwilioApi } from './api.ts';
import type { Gate } from './gate.ts';
import type { TwilioLink } from './link.ts';
import { toTwilio } from './numbers.ts';
import { accountRefused, isAccounts, isInDoubt, noteForAll } from './send.ts';
import type { TwilioSettings } from './settings.ts';
import { explained } from './words.ts';

export interface WantedCall {
  /** 11 digits. */
  to: string;
  from: string;
  /** Address of its webhooks, without a slash at its end. */
  base: string;
  ringSeconds: number;
  /** Whether it is to be found out who answered. */
  detects: boolean;
}

/** What is told of a call that Twilio has taken. */
export type CallPlacement = Placement & { sid?: string };

const notTaken = 'The call was not taken';
const notWanted: CallPlacement = {
  kind: 'rejected',
  code: 'The call was not to be placed any more.',
  retryable: true,
};
/** Too many at once, or too fast: the same call may go later. */
const laterCodes = new Set([10_004, 20_429]);
/** Of the number shown, or of the account: the same call to any other number is refused too. */
const ownCodes = new Set([21_210, 21_212, 21_219]);
/** Seconds: four hours of talk, and the messages before it. */
const longestCall = 15_000;
/** Seconds: Twilio's longest, because a greeting that goes on would be taken for a person. */
const detectionSeconds = 59;

/** The number that a call shows; undefined when Twilio cannot show what is wanted. */
export function shownNumber(wanted: CallerId, settings: TwilioSettings): string | undefined {
  if (wanted.kind === 'hidden') return undefined;
  return wanted.kind === 'shown' ? wanted.number : settings.callerId;
}

/** For the manager; undefined when Twilio can show what is wanted. */
export function whyNotShown(
  wanted: CallerId,
  settings: TwilioSettings,
): ReasonOf<'caller_id_not_hidden' | 'caller_id_missing'> | undefined {
  if (shownNumber(wanted, settings) !== undefined) return undefined;
  return { code: wanted.kind === 'hidden' ? 'caller_id_not_hidden' : 'caller_id_missing' };
}

/** For the call's record. */
export function noteNotShown({ kind }: CallerId): string {
  return kind === 'hidden'
    ? 'The carrier cannot hide the caller ID. Choose another one in the campaign.'
    : 'The carrier has no caller ID of its own. Choose one in the campaign.';
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
      // In the background: whoever answers is heard, and may press keys, from the first moment on.
      ...{ MachineDetection: 'DetectMessageEnd', AsyncAmd: 'true' },
      ...{ MachineDetectionTimeout: String(detectionSeconds) },
      ...{ AsyncAmdStatusCallback: `${base}/amd`, AsyncAmdStatusCallbackMethod: 'POST' },
    }),
  };
  const answer = await api.post('/Calls.json', form, mayPlace);
  if (answer.kind === 'not_written' && answer.unwanted) return notWanted;
  const placement = placementOf(answer);
  noteForAll(gate, answer, placement);
  if (answer.kind === 'answered' && isAccounts(answer.status)) {
    link.refused(accountRefused('calls', answer.body));
  } else if (placement.kind === 'unknown') link.failed(placement.note);
  else if (answer.kind === 'not_written') link.failed(answer.why);
  else link.worked();
  return placement;
}

function placementOf(answer: ApiAnswer): CallPlacement {
  if (answer.kind === 'lost') return { kind: 'unknown', note: `Twilio: ${answer.why}` };
  if (answer.kind === 'not_written') {
    const code = `${notTaken}: Twilio could not be reached (${answer.why}).`;
    return { kind: 'rejected', code, retryable: true };
  }
  const { status, body } = answer;
  if (status >= 200 && status < 300 && typeof body.sid === 'string') {
    return { kind: 'accepted', sid: body.sid };
  }
  if (isInDoubt(status)) return { kind: 'unknown', note: `Twilio answered ${status}.` };
  const { code, said } = refusalOf(body);
  const retryable = status === 429 || isAccounts(status) || laterCodes.has(code ?? 0);
  const refused = { kind: 'rejected', code: explained(notTaken, code, said), retryable } as const;
  return ownCodes.has(code ?? 0) ? { ...refused, trunk: 'refused' } : refused;
}
