/** Account fields in a message that lost a bracket, or stand in signs that fill in nothing. */
import { type TextToken, textTokens } from '#contract/text-message.ts';
import { speechSeconds } from '../speech/speech-pieces.ts';
import { type TextPart, textParts } from '../text-message.ts';
import type { Fault, FaultOf } from './fault.ts';
import { characterAt } from './place.ts';
import type { HeardStep } from './time-line.ts';

/**
 * `[first_name` and `first_name]`: what people would read as it is written. Certain is only a square
 * bracket without its partner next to a field's name; other signs around a name are a note, and
 * "(file number on your bill)" is what somebody wanted to say.
 */
export function bracketFaults(message: string): Fault[] {
  const broken: Fault[] = [];
  const likely: Fault[] = [];
  let at = 0;
  const parts = textParts(message);
  for (const [index, part] of parts.entries()) {
    const text = part.kind === 'field' ? part.token : part.text;
    if (part.kind === 'field') {
      const extra = withExtra(part.token, parts[index - 1], parts[index + 1]);
      const token = extra && tokenOf(part.token);
      if (extra && token) {
        const place = { character: characterAt(message, at - extra.before) };
        broken.push({ rule: 'text_bracket', kind: 'broken', place, written: extra.written, token });
      }
    } else {
      const half = firstOf(message, at, withoutPartner(text));
      if (half) broken.push({ rule: 'text_bracket', kind: 'broken', ...half });
      const other = firstOf(message, at, otherSigns.exec(text));
      if (other) likely.push({ rule: 'text_bracket', kind: 'likely', ...other });
    }
    at += text.length;
  }
  return [...broken, ...likely].slice(0, 1);
}

/**
 * `[first_name]` in a spoken step: only texts have tokens. Certain is the name of one behind a square
 * bracket; other words in square brackets and other signs around a name are a note.
 */
export function spokenBracketFaults(steps: readonly HeardStep[]): Fault[] {
  const faults: FaultOf<'voice_bracket'>[] = [];
  let from = 0;
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'words') {
      const { text, seconds } = step;
      const certain = token.exec(text) ?? withoutPartner(text);
      const found = certain ?? inBrackets.exec(text) ?? otherSigns.exec(text);
      if (found) {
        const share = speechSeconds(text.slice(0, found.index)) / (speechSeconds(text) || 1);
        const place = {
          step: at + 1,
          seconds: Math.round((from + seconds * share) * 1_000) / 1_000,
        };
        const kind = certain ? 'broken' : 'likely';
        faults.push({ rule: 'voice_bracket', place, kind, written: found[0] });
      }
    }
    from += step.seconds;
  }
  return faults.toSorted((a, b) => a.kind.localeCompare(b.kind)).slice(0, 1);
}

/** `[[first_name]`: the field is filled in, and the other bracket is sent along. */
function withExtra(token: string, before: TextPart | undefined, after: TextPart | undefined) {
  const opens = before?.kind === 'words' && before.text.endsWith('[');
  const closes = after?.kind === 'words' && after.text.startsWith(']');
  if (!opens && !closes) return undefined;
  return { before: opens ? 1 : 0, written: `${opens ? '[' : ''}${token}${closes ? ']' : ''}` };
}

/** As the token is written, or with a space: "first name" is one in a broken bracket. */
const names = textTokens.map((token) => token.slice(1, -1).replace('_', '[_ ]')).join('|');
/** Only with its underscore: people do not write so. */
const written = textTokens.map((token) => token.slice(1, -1)).join('|');

/** To the next bracket: it must not be the one that was missed. */
const opened = new RegExp(`\\[\\s*(?:${names})(?!\\w)(?=[^\\]]*(?:\\[|$))`, 'i');
const closed = new RegExp(`(?<=(?:^|\\])[^[]*)(?<!\\w)(?:${names})\\s*\\]`, 'i');
const otherSigns = new RegExp(`[{(<]{0,2}(?<!\\w)(?:${written})(?!\\w)[})>]{0,2}`, 'i');

const token = new RegExp(`\\[\\s*(?:${names})\\s*\\]`, 'i');
/** With a letter: "[1]" is a note of the writer. */
const inBrackets = /\[[^[\]]*\p{L}[^[\]]*\]/u;

const withoutPartner = (text: string) => opened.exec(text) ?? closed.exec(text);

function firstOf(message: string, at: number, found: RegExpExecArray | null) {
  const token = found && tokenOf(found[0]);
  if (!found || !token) return undefined;
  const place = { character: characterAt(message, at + found.index) };
  return { place, written: found[0], token };
}

function tokenOf(text: string): TextToken | undefined {
  const name = text.toLowerCase().replaceAll(/[^a-z]/g, '');
  return textTokens.find((token) => token.replaceAll(/[^a-z]/g, '') === name);
}
