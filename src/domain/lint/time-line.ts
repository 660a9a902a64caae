/**
 * What is heard when: the words of a voice message on the time line of its rendering. A step's words
 * share its time as the speech engine shares it, by letters, digits and pauses.
 */
import { speechSeconds } from '../speech/speech-pieces.ts';

export type HeardStep =
  | { kind: 'words'; text: string; seconds: number }
  /** `seconds`: of the field's name in the preview. */
  | { kind: 'field'; field: string; seconds: number; voiceRemoved?: boolean }
  /** A recording or sound file: nobody knows what it says. */
  | { kind: 'sound'; seconds: number };

export interface HeardWord {
  /** In small letters without signs; digits as figures. */
  word: string;
  /** It is written in figures: "1", not "one". */
  figure: boolean;
  /** Seconds from the beginning of the message. */
  from: number;
  to: number;
  step: number;
  /** A pause stands before it: it begins a clause. */
  opens: boolean;
  /** The end of a sentence stands before it. */
  opensSentence: boolean;
  /** It is the value of an account field, whose name `word` is. */
  field: boolean;
}

export interface TimeLine {
  words: HeardWord[];
  steps: readonly HeardStep[];
  seconds: number;
  /** It has steps that nobody can read. */
  unread: number;
}

export function timeLineOf(steps: readonly HeardStep[]): TimeLine {
  const words: HeardWord[] = [];
  let from = 0;
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'words') words.push(...wordsOf(step, index + 1, from));
    if (step.kind === 'field') {
      const word = plainWords(step.field).join(' ');
      const opens = { opens: false, opensSentence: false };
      const own = { step: index + 1, figure: false, field: true };
      words.push({ word, from, to: from + step.seconds, ...own, ...opens });
    }
    from += step.seconds;
  }
  const unread = steps.filter(({ kind }) => kind === 'sound').length;
  return { words, steps, seconds: from, unread };
}

function wordsOf(
  { text, seconds }: { text: string; seconds: number },
  step: number,
  from: number,
): HeardWord[] {
  const total = speechSeconds(text) || 1;
  const scale = seconds / total;
  const words: HeardWord[] = [];
  let at = 0;
  // The first word of a step opens a sentence: steps are joined with a pause.
  let pause = '.';
  for (const piece of text.split(/(\s+)/)) {
    const takes = speechSeconds(piece) * scale;
    const plain = writtenWords(piece);
    for (const [index, written] of plain.entries()) {
      const own = takes / plain.length;
      words.push({
        ...{ word: figures[written] ?? written, figure: /^\d+$/.test(written) },
        ...{ step, field: false },
        from: from + at + own * index,
        to: from + at + own * (index + 1),
        opens: index === 0 && pause !== '',
        opensSentence: index === 0 && /[.!?\n]/.test(pause),
      });
    }
    at += takes;
    if (plain.length > 0) pause = (/[.,;:!?]+["')]*$/.exec(piece)?.[0] ?? '').trim();
    else pause += /[.,;:!?—–]|\n/.test(piece) ? piece : '';
  }
  return words;
}

const figures: Record<string, string> = {
  ...{ zero: '0', oh: '0', one: '1', two: '2', three: '3', four: '4' },
  ...{ five: '5', six: '6', seven: '7', eight: '8', nine: '9' },
  ...{ cero: '0', uno: '1', dos: '2', tres: '3', cuatro: '4' },
  ...{ cinco: '5', seis: '6', siete: '7', ocho: '8', nueve: '9' },
  ...{ un: '1', deux: '2', trois: '3', quatre: '4' },
  ...{ cinq: '5', sept: '7', huit: '8', neuf: '9' },
};

/** Words as they sound: "A.C.E. & Co." is "ace and co", "nine" is "9", "(555)" is "555". */
export function plainWords(text: string): string[] {
  return writtenWords(text).map((word) => figures[word] ?? word);
}

function writtenWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll('&', ' and ')
    .replaceAll(/(?<=[a-z])['’.](?=[a-z])/g, '')
    .replaceAll(/(?<=\d)[-.](?=\d)/g, ' ')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
