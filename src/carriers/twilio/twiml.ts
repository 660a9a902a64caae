/** What a live call is told to do, in Twilio's markup. */
import { type Step, stepPath } from './call-path.ts';

export const twimlType = 'text/xml; charset=utf-8';

/** What somebody on the line is to hear. */
export type Heard =
  | { kind: 'sound'; url: string; durationMs: number }
  | { kind: 'silence'; durationMs: number }
  /** Again and again, until something else is to be heard. */
  | { kind: 'ringing'; url: string };

/** Real seconds of one round of waiting, and the rounds after which a call that nobody leads ends. */
const roundSeconds = 5;
const mostRounds = 40;
/** Of six seconds each: a customer waits for an agent and for what the agent hears first. */
const mostRings = 40;

/**
 * Keeps the line and hears keys: what the API answers at once, whatever happened, while the engine
 * makes up its mind. Pure.
 *
 * @param base address of the leg, without a slash at its end
 */
export function keepLine(base: string, { sound, round }: Step): string {
  if (round >= mostRounds) return document('<Hangup/>');
  const next = { sound, round: round + 1 };
  return document(gather(base, next, roundSeconds, '') + redirect(base, 'hold', next));
}

/** Plays, hears keys meanwhile if there are any to come, and then says so. */
export function playing(base: string, heard: Heard, sound: number, hearsKeys: boolean): string {
  const step = { sound, round: 0 };
  if (heard.kind === 'silence') {
    const seconds = Math.max(1, Math.round(heard.durationMs / 1_000));
    return document(gather(base, step, seconds, '') + redirect(base, 'played', step));
  }
  const loop = heard.kind === 'ringing' ? ` loop="${mostRings}"` : '';
  const play = `<Play${loop}>${escaped(heard.url)}</Play>`;
  const after = redirect(base, heard.kind === 'ringing' ? 'hold' : 'played', step);
  // The shortest time for which keys are awaited after a sound is a second.
  return document((hearsKeys ? gather(base, step, 1, play) : play) + after);
}

/** Both parties of one room hear each other; whoever leaves ends it for the other too. */
export function talking(room: string): string {
  const conference = `<Conference startConferenceOnEnter="true" endConferenceOnExit="true" beep="false" waitUrl="" maxParticipants="2">${escaped(room)}</Conference>`;
  return document(`<Dial>${conference}</Dial><Hangup/>`);
}

/** A finish key of nothing: else # would be none. */
function gather(base: string, step: Step, seconds: number, inside: string): string {
  const action = escaped(`${base}/${stepPath('key', step)}`);
  return `<Gather input="dtmf" numDigits="1" finishOnKey="" timeout="${seconds}" action="${action}" method="POST">${inside}</Gather>`;
}

function redirect(base: string, what: 'hold' | 'played', step: Step): string {
  return `<Redirect method="POST">${escaped(`${base}/${stepPath(what, step)}`)}</Redirect>`;
}

const document = (verbs: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`;

const entities: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' },
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
