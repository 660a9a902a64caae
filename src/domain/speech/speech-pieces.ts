/**
 * Long texts are spoken piece by piece, so that no text occupies the voice for longer than a piece,
 * and canceled work ends after one.
 */
import { SpeechError } from './speaker.ts';

/** Seconds of speech that one text may come to: as long as a voice message may be. */
export const longestSpeechSeconds = 15 * 60;
/** Seconds of one piece. The engine speaks it in well under a second. */
const longestPieceSeconds = 20;

/** As Flite speaks at its usual pace: a digit is a word of its own, a letter a part of one. */
const secondsOf = { digit: 0.42, letter: 0.07, pause: 0.25 } as const;

/** About how long this takes to say; `text` as the speech engine is given it. */
export function speechSeconds(text: string): number {
  let seconds = 0;
  for (const sign of text) seconds += secondsOfSign(sign);
  return seconds;
}

function secondsOfSign(sign: string): number {
  if (sign >= '0' && sign <= '9') return secondsOf.digit;
  return /[A-Za-z]/.test(sign) ? secondsOf.letter : /[.,;:!?]/.test(sign) ? secondsOf.pause : 0.01;
}

/**
 * The text in pieces of at most some seconds each, cut after a sentence where there is one, else
 * between words, else anywhere.
 *
 * @throws SpeechError for a text that would take longer than a voice message may
 */
export function speechPieces(text: string): string[] {
  const seconds = speechSeconds(text);
  if (seconds > longestSpeechSeconds) {
    throw new SpeechError({
      code: 'speech_too_long',
      minutes: Math.round(seconds / 60),
      most: longestSpeechSeconds / 60,
    });
  }
  const pieces: string[] = [];
  let left = text;
  while (speechSeconds(left) > longestPieceSeconds) {
    const at = cutAt(left);
    pieces.push(left.slice(0, at).trim());
    left = left.slice(at).trim();
  }
  if (left !== '') pieces.push(left);
  return pieces.filter((piece) => /[A-Za-z0-9]/.test(piece));
}

/** Where the first piece ends. */
function cutAt(text: string): number {
  let end = 0;
  for (let seconds = 0; end < text.length; end += 1) {
    seconds += secondsOfSign(text[end] ?? '');
    if (seconds > longestPieceSeconds) break;
  }
  const head = text.slice(0, end);
  const sentence = Math.max(...['. ', '! ', '? '].map((mark) => head.lastIndexOf(mark)));
  if (sentence > 0) return sentence + 1;
  const word = head.lastIndexOf(' ');
  return word > 0 ? word : Math.max(1, end);
}
