/**
 * Finds a phrase among the words of a sentence. It goes over the words once, with all the states
 * that it may have reached in the phrase: no text can make it backtrack.
 */
import { plainWords } from './words.ts';

/** A word of a text: the words of phrases that it may stand for. */
export type Word = readonly string[];

interface Step {
  /** One of these rows of words, by the first of them; for a gap, those that it never goes over. */
  rows: ReadonlyMap<string, readonly string[][]>;
  optional: boolean;
  /** Up to this many words that do not matter. */
  gap: number;
  /** Belongs to the match, not only to its surroundings. */
  core: boolean;
}

/** From index to index, the last one not included. */
export interface Span {
  from: number;
  to: number;
}

export interface Matcher {
  /** Every word that it knows. */
  words(): Iterable<string>;
  /** The words that it may begin with; null when any word will do. */
  first(): ReadonlySet<string> | null;
  /** Without one of these there is no match. */
  needed: Pick<ReadonlySet<string>, 'has'>;
  /** Words that do not matter can be between its own ones. */
  loose: boolean;
  /** The indexes of the phrase's own words, and where it ends, when it begins at `start`. */
  spansFrom(words: readonly Word[], start: number): (Span & { end: number })[];
}

const usualGap = 3;

/** The steps of phrases, by how they are written: thousands of phrases repeat a few hundred of them. */
export type SharedSteps = Map<string, Step>;

/**
 * @param made shared by all phrases of the same groups
 * @throws for an unknown group, or one beside words in a choice: an error in the table
 */
export function createMatcher(
  phrase: string,
  groups: Record<string, readonly string[]>,
  made: SharedSteps = new Map(),
): Matcher {
  const parts = phrase.match(/\[[^\]]*\]|\([^)]*\)|<[^>]*>|\S+/g) ?? [];
  const steps = parts.map((part) => {
    const step = made.get(part) ?? stepOf(part, groups);
    made.set(part, step);
    return step;
  });
  const first = steps.findIndex((step) => step.core);
  const last = steps.findLastIndex((step) => step.core);
  const loose = steps.slice(first, last).some((step) => step.gap > 0);
  return {
    words: () => steps.flatMap((step) => [...step.rows.values()].flat(2)),
    first: () => firstWords(steps),
    needed: neededWords(steps),
    loose,
    spansFrom(text, start) {
      let states = new Map([['', { from: start, to: start, end: start }]]);
      for (const [n, step] of steps.entries()) {
        const next: typeof states = new Map();
        for (const { from, to, end: at } of states.values()) {
          for (const end of endsOf(step, text, at)) {
            const state = { from: n <= first ? (n === first ? at : end) : from, to, end };
            if (n <= last) state.to = end;
            next.set(`${state.from} ${state.to} ${state.end}`, state);
          }
        }
        if (next.size === 0) return [];
        states = next;
      }
      return [...states.values()].filter(({ from, to }) => to > from);
    },
  };
}

function stepOf(part: string, groups: Record<string, readonly string[]>): Step {
  const [gap, most, without] = /^~(\d*)(?:!(\S+))?$/.exec(part) ?? [];
  if (gap !== undefined) {
    return {
      rows: rowsOf(without ? wordsOf(without, groups) : []),
      optional: true,
      core: false,
      gap: most ? Number(most) : usualGap,
    };
  }
  const [, open, inner] = /^([[(<])(.*)[\])>]$/.exec(part) ?? [];
  const choices = (inner ?? part).split('|').flatMap((choice) => wordsOf(choice, groups));
  return { rows: rowsOf(choices), optional: open === '[', core: open !== '<', gap: 0 };
}

function rowsOf(choices: readonly string[]): Step['rows'] {
  return Map.groupBy(
    choices.map((choice) => plainWords(choice)).filter((row) => row.length > 0),
    ([first = '']) => first,
  );
}

/** A group may name another one. */
function wordsOf(choice: string, groups: Record<string, readonly string[]>): readonly string[] {
  const [, name] = /^\{(.*)\}$/.exec(choice) ?? [];
  if (name === undefined) {
    if (choice.includes('{'))
      throw new Error(`a choice cannot have a group beside words: "${choice}"`);
    return [choice];
  }
  const group = groups[name];
  if (!group) throw new Error(`there is no group of words "${name}"`);
  return group.flatMap((one) => wordsOf(one, groups));
}

function firstWords(steps: readonly Step[]): ReadonlySet<string> | null {
  const first = new Set<string>();
  for (const step of steps) {
    if (step.gap > 0) return null;
    for (const word of step.rows.keys()) first.add(word);
    if (!step.optional) return first;
  }
  return first;
}

/** Of the words that have to stand there, those with the fewest others to choose from. */
function neededWords(steps: readonly Step[]): Matcher['needed'] {
  const required = steps.filter((step) => !step.optional);
  required.sort((a, b) => a.rows.size - b.rows.size);
  return required[0]?.rows ?? new Set();
}

function endsOf(step: Step, text: readonly Word[], start: number): number[] {
  if (step.gap > 0) {
    const ends = [start];
    for (let at = start; at < Math.min(start + step.gap, text.length); at++) {
      if (rowsAt(step, text, at).length > 0) break;
      ends.push(at + 1);
    }
    return ends;
  }
  const ends = rowsAt(step, text, start).map((row) => start + row.length);
  return step.optional ? [start, ...ends] : ends;
}

function rowsAt(step: Step, text: readonly Word[], start: number): string[][] {
  return (text[start] ?? [])
    .flatMap((word) => step.rows.get(word) ?? [])
    .filter((row) => row.every((word, n) => text[start + n]?.includes(word)));
}
