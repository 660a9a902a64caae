/**
 * What Carillon does about each requirement of OWASP ASVS 5.0: the data of docs/security/asvs.json,
 * what is wrong with it, and the table in docs/security.md that is made of it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const states = ['yes', 'partly', 'no', 'n.a.'] as const;
export type State = (typeof states)[number];

/** Requirements that one thing meets or leaves open. */
export interface Line {
  /** Such as "6.2.1". */
  ids: string[];
  /** What they ask for, in a few words of our own. */
  what: string;
  state: State;
  /** Titles of tests, with "…" where the title of a generated test differs. */
  tests?: string[];
  /** What is open, why it does not apply, or where it can be read. */
  reason?: string;
}

/** A chapter of the standard, with its requirements by level. */
export interface Chapter {
  chapter: number;
  name: string;
  level1: string[];
  level2: string[];
  level3: string[];
}

export const dataFile = 'docs/security/asvs.json';
export const pageFile = 'docs/security.md';
export const begin = '<!-- asvs: written by "npm run asvs" from docs/security/asvs.json -->';
export const end = '<!-- /asvs -->';

export function readLines(root: string): Line[] {
  return JSON.parse(readFileSync(join(root, dataFile), 'utf8'));
}

export function readChapters(): Chapter[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'asvs-levels.json'), 'utf8'));
}

function levelsOf(chapters: readonly Chapter[]): Map<string, number> {
  return new Map(
    chapters.flatMap(({ level1, level2, level3 }) =>
      [level1, level2, level3].flatMap((ids, at) => ids.map((id) => [id, at + 1] as const)),
    ),
  );
}

/**
 * What is wrong with the lines, one sentence each.
 *
 * @param titles how many tests have each title
 * @param root where the pages that reasons name are looked up
 */
export function problems(
  lines: readonly Line[],
  chapters: readonly Chapter[],
  titles: ReadonlyMap<string, number>,
  root: string,
): string[] {
  const levels = levelsOf(chapters);
  const times = new Map<string, number>();
  for (const id of lines.flatMap(({ ids }) => ids)) times.set(id, (times.get(id) ?? 0) + 1);
  const missing = [...levels].filter(([id, level]) => level < 3 && !times.has(id));
  return [
    ...[...times.keys()].filter((id) => !levels.has(id)).map((id) => `${id}: ASVS has no such one`),
    ...[...times].filter(([, count]) => count > 1).map(([id]) => `${id}: it has several lines`),
    ...missing.map(([id, level]) => `${id}: it has no line, and is of level ${level}`),
    ...lines.flatMap((line) => lineProblems(line, titles, root)),
  ];
}

function lineProblems(line: Line, titles: ReadonlyMap<string, number>, root: string): string[] {
  const { ids, what, state, tests = [], reason = '' } = line;
  const named = ids.join(', ');
  const pages = [...`${reason} ${what}`.matchAll(/\b(?:docs|deploy|src|scripts)\/[\w./-]*\w/g)];
  return [
    ...(states.includes(state) ? [] : [`${named}: "${state}" is no state`]),
    ...(tests.length === 0 && !reason ? [`${named}: it has neither a test nor a reason`] : []),
    ...(state !== 'yes' && !reason ? [`${named}: "${state}" needs a reason`] : []),
    ...tests.flatMap((title) => {
      const count = titles.get(title) ?? 0;
      if (count === 1) return [];
      return [`${named}: ${count === 0 ? 'no test is' : `${count} tests are`} named "${title}"`];
    }),
    ...pages
      .filter(([path]) => !existsSync(join(root, path)))
      .map(([path]) => `${named}: there is no ${path}`),
  ];
}

/** How many requirements are in each state, for levels 1 and 2 together and for level 3. */
export function counts(lines: readonly Line[], chapters: readonly Chapter[]) {
  const levels = levelsOf(chapters);
  const of = (inside: (level: number) => boolean) =>
    Object.fromEntries(
      states.map((state) => [
        state,
        lines
          .filter((line) => line.state === state)
          .flatMap(({ ids }) => ids)
          .filter((id) => inside(levels.get(id) ?? 0)).length,
      ]),
    ) as Record<State, number>;
  return { levels1and2: of((level) => level === 1 || level === 2), level3: of((l) => l === 3) };
}

/** The counts, what is open, and a table for each chapter. */
export function written(lines: readonly Line[], chapters: readonly Chapter[]): string {
  const levels = levelsOf(chapters);
  const all = counts(lines, chapters);
  const row = (name: string, of: Record<State, number>) =>
    `| ${name} | ${states.map((state) => of[state]).join(' | ')} |`;
  return [
    `| requirements | ${states.join(' | ')} |`,
    '|---|---|---|---|---|',
    row('of levels 1 and 2', all.levels1and2),
    row('of level 3, those that matter here', all.level3),
    ...chapters.flatMap(({ chapter, name }) => {
      const own = lines.filter(({ ids }) => Number.parseInt(ids[0] ?? '', 10) === chapter);
      if (own.length === 0) return [];
      return [
        '',
        `### V${chapter} ${name}`,
        '',
        '| requirement (level) | asks for | state | proof, or reason |',
        '|---|---|---|---|',
        ...own.map((line) => lineRow(line, levels)),
      ];
    }),
  ].join('\n');
}

function lineRow({ ids, what, state, tests = [], reason }: Line, levels: Map<string, number>) {
  const named = ids.map((id) => `${id} (${levels.get(id)})`).join(', ');
  const proof = [...tests.map((title) => `"${title}"`), ...(reason ? [reason] : [])].join('; ');
  return `| ${named} | ${what} | ${state} | ${proof.replaceAll('|', '\\|')} |`;
}

/** The page with what stands between its marks written anew. @throws Error without the marks */
export function withTable(page: string, table: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${pageFile} lacks the marks of its table.`);
  return `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`;
}
