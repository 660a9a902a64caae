/** Instructions for a live call, in Twilio's markup. */
import { type Step, stepPath } from './call-path.ts';

export const twimlType = 'text/xml; charset=utf-8';

/** What a person on the line hears. */
export type Audio =
  | { kind: 'sound'; url: string; durationMs: number }
  | { kind: 'silence'; durationMs: number }
  /** Repeats until the next instruction. */
  | { kind: 'ringing'; url: string };

/** Real seconds of one round of waiting, and the rounds after which an orphaned call ends. */
const roundSeconds = 5;
const mostRounds = 40;
/** Of six seconds each: a customer waits for the agent and for the agent's message. */
const mostRings = 40;

/**
 * Keeps the line open and gathers keys: the API responds with this at once, while the engine
 * decides what comes next. Pure.
 *
 * @param base address of the leg, without a slash at its end
 */
export function keepLine(base: string, { sound, round }: Step): string {
  if (round >= mostRounds) return document('<Hangup/>');
  const next = { sound, round: round + 1 };
  return document(gather(base, next, roundSeconds, '') + redirect(base, 'hold', next));
}

/** Plays, gathers keys meanwhile if wanted, and then reports the end. */
export function playing(base: string, audio: Audio, sound: number, gathersKeys: boolean): string {
  const step = { sound, round: 0 };
  if (audio.kind === 'silence') {
    const seconds = Math.max(1, Math.round(audio.durationMs / 1_000));
    return document(gather(base, step, seconds, '') + redirect(base, 'played', step));
  }
  const loop = audio.kind === 'ringing' ? ` loop="${mostRings}"` : '';
  const play = `<Play${loop}>${escaped(audio.url)}</Play>`;
  const after = redirect(base, audio.kind === 'ringing' ? 'hold' : 'played', step);
  // Keys are awaited for at least a second after a sound.
  return document((gathersKeys ? gather(base, step, 1, play) : play) + after);
}

/** Both parties of one room hear each other; when one leaves, it ends for the other too. */
export function talking(room: string): string {
  const conference = `<Conference startConferenceOnEnter="true" endConferenceOnExit="true" beep="false" waitUrl="" maxParticipants="2">${escaped(room)}</Conference>`;
  return document(`<Dial>${conference}</Dial><Hangup/>`);
}

/** An empty finishOnKey: otherwise # would not be reported. */
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
