/** The checks of a text: what it says, and what it takes over the numbers of a list. */

import type { TextToken, TextValues } from '#contract/text-message.ts';
import { hiddenName, isSpace } from '../hidden-signs.ts';
import { countedText, fillText, textParts } from '../text-message.ts';
import { segmentsOf } from '../text-segments.ts';
import { bracketFaults } from './bracket-lint.ts';
import type { Fault } from './fault.ts';
import { isFindable, isNamedIn } from './names.ts';
import { characterAt } from './place.ts';
import { mostSegments } from './rules.ts';
import { offersStop } from './stop-offer.ts';

/** Numbers of a list whose values take the same room. */
export interface TextGroup {
  values: TextValues;
  numbers: number;
}

/** The faults of the text itself, in the order of the rules. */
export function textFaults(message: string, name: string | null): Fault[] {
  return [
    ...nameFaults(message, name),
    ...(offersStop(message) ? [] : [{ rule: 'text_stop' as const, place: {} }]),
    ...linkFaults(message),
    ...signFaults(message),
    ...bracketFaults(message),
  ];
}

function nameFaults(message: string, name: string | null): Fault[] {
  if (name === null) return [];
  if (isFindable(name)) {
    return isNamedIn(message, name)
      ? []
      : [{ rule: 'text_name', place: {}, kind: 'missing', name }];
  }
  const fold = (text: string) => text.normalize('NFKC').toLowerCase();
  if (fold(message).includes(fold(name))) return [];
  return [{ rule: 'text_name', place: {}, kind: 'unchecked', name }];
}

/** Public shorteners; carriers block them, because many senders share them. */
const shorteners = [
  ...['bit.ly', 'tinyurl.com', 't.co', 'goo.gl', 'ow.ly', 'is.gd', 'buff.ly', 'cutt.ly', 'rb.gy'],
  ...['tiny.cc', 'shorturl.at', 't.ly', 'bl.ink', 'lnkd.in', 'rebrand.ly', 's.id', 'v.gd', 'qr.ae'],
  ...['soo.gd', 'clck.ru', 'tiny.one', 'shorte.st', 'adf.ly', 'bit.do', 'mcaf.ee', 'db.tt'],
];
const shortened = new RegExp(
  `(?<![\\w.@/-])(?:https?://)?(?:www\\.)?(?:${shorteners.map((host) => host.replaceAll('.', '\\.')).join('|')})(?:/[^\\s]*|(?![\\w.-]))`,
  'i',
);

function linkFaults(message: string): Fault[] {
  const found = shortened.exec(message);
  if (!found) return [];
  const link = found[0].replace(/[.,;:!?)]+$/, '');
  return [{ rule: 'text_link', place: { character: characterAt(message, found.index) }, link }];
}

/** The first sign that makes it UCS-2, and what the text took without such signs. */
function signFaults(message: string): Fault[] {
  const { unicode, segments } = segmentsOf(countedText(message));
  const [sign] = unicode;
  if (sign === undefined) return [];
  const without = segmentsOf(
    [...countedText(message)].map((one) => plainSign(one, unicode)).join(''),
  );
  const place = { character: characterAt(message, message.indexOf(sign)) };
  return [{ rule: 'text_ucs2', place, kind: 'text', sign, segments, without: without.segments }];
}

const plainSigns: Record<string, string> = { '…': '...', '•': '-', '™': 'TM' };

function plainSign(sign: string, unicode: readonly string[]): string {
  if (!unicode.includes(sign)) return sign;
  // One that nobody sees is taken out.
  if (hiddenName(sign) !== undefined && !isSpace(sign)) return '';
  return plainSigns[sign] ?? 'x';
}

export interface Spread {
  /** How many numbers take how many segments, fewest segments first. */
  spread: { segments: number; numbers: number }[];
  faults: Fault[];
}

/** What the text takes over a list, and which of its fields are blank there. */
export function spreadOf(message: string, groups: readonly TextGroup[]): Spread {
  const own = segmentsOf(countedText(message));
  const numbers = new Map<number, number>();
  const blank = new Map<TextToken, number>();
  const tokens = new Set(
    textParts(message).flatMap((part) => (part.kind === 'field' ? part.token : [])),
  );
  let of = 0;
  let unicode = 0;
  for (const group of groups) {
    const taken = segmentsOf(fillText(message, group.values));
    of += group.numbers;
    numbers.set(taken.segments, (numbers.get(taken.segments) ?? 0) + group.numbers);
    if (own.encoding === 'GSM-7' && taken.encoding === 'UCS-2') unicode += group.numbers;
    for (const token of tokens) {
      if (group.values[token].trim() !== '') continue;
      blank.set(token, (blank.get(token) ?? 0) + group.numbers);
    }
  }
  const spread = [...numbers]
    .map(([segments, count]) => ({ segments, numbers: count }))
    .sort((a, b) => a.segments - b.segments);
  const faults: Fault[] = [];
  if (unicode > 0) {
    faults.push({ rule: 'text_ucs2', place: {}, kind: 'values', numbers: unicode, of });
  }
  const long = spread.filter(({ segments }) => segments > mostSegments);
  const most = long.at(-1)?.segments;
  if (most !== undefined) {
    const count = long.reduce((sum, one) => sum + one.numbers, 0);
    faults.push({ rule: 'text_segments', place: {}, most, numbers: count, of });
  }
  for (const [token, count] of blank) {
    const place = { character: characterAt(message, message.indexOf(token)) };
    faults.push({ rule: 'text_blank', place, token, blank: count, of });
  }
  return { spread, faults };
}
