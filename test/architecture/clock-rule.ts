/** A test that judges hours passes at every hour only when its clock is given, not read. */
import { type Allowed, judgesHours } from './real-clocks.ts';

/** Whatever reads the real time of day, in code or in SQL. Types, and dates that are written out, do not. */
const reads = [
  // `Date` as a value: now, without an argument, passed on as a clock. Neither a type nor prose.
  /(?<!instanceof )\bDate\b(?!['"`\w-])(?!\s*\.\s*(?:parse|UTC)\b)(?!\s*\(\s*(?!\)|undefined\s*\))\S)(?! (?!as\b|satisfies\b|extends\b|in\b)[\w%])(?!\s*(?:[|>]|\[\]|\}\s*>|\)\s*(?:=>|\{|:)))(?<!:\s*Date(?=;))/g,
  /\btimeOrigin\b/g,
  /\bTemporal\s*\.\s*Now\b/g,
  /\bDateTimeFormat\([^;]*?\.format\(\s*\)/g,
  /\bsteadyClock\(\s*\)/g,
  /\bloadSimulationClock\([^;]*?\bstart:\s*undefined\b/g,
  // In SQL, distinguished from a function of our own by what stands beside it on its line: quotes or SQL's words.
  /(?<=^(?=.*(?:['"`]|\b[A-Z]{2,}\b)).*(?<![\w.]))(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)(?!\s*[:{])/gm,
  /\bNOW\(\)|'now'::|\b(?:CURRENT_(?:TIMESTAMP|DATE|TIME)|LOCALTIME(?:STAMP)?)\b/g,
  /\b(?:current_(?:timestamp|date|time)|localtimestamp)\b/g,
  /\[\s*['"`]Date['"`]\s*\]/g,
];

/** The API's clock is the real one unless a test gives it another. */
const apiWithoutClock = /\btest(?:Api|Console)\((?![^;]*\bnow\b)/;
const asksForHours = /\bmakeEngine\b|\/funnel\b/;

export function clockBreaches(
  sources: ReadonlyMap<string, string>,
  allowed: Readonly<Record<string, Allowed>>,
): string[] {
  return [...sources].flatMap(([file, source]) => {
    if (!isTestCode(file)) return [];
    const code = withoutComments(source);
    const found: string[] = [];
    const count = countOf(code);
    const [most] = allowed[file] ?? [0];
    if (count > most) found.push(`${file}: ${readsWords(count, most)}`);
    if (count < most) {
      const times = count === 0 ? 'no real clock any more' : `the real clock ${count} times only`;
      found.push(`${file}: reads ${times}; put that right in test/architecture/real-clocks.ts`);
    }
    const judges = judgesHours.some((name) => file.startsWith(`test/${name}/`));
    if ((judges || asksForHours.test(code)) && apiWithoutClock.test(code)) {
      found.push(`${file}: judges hours by an API on the real clock; give it a now`);
    }
    return found;
  });
}

function readsWords(count: number, most: number): string {
  const times = most === 0 ? '' : ` ${count} times, and ${most} have a reason`;
  return `reads the real clock${times}; use test/harness/running-clock.ts`;
}

const countOf = (code: string) =>
  reads.reduce((sum, pattern) => sum + [...code.matchAll(pattern)].length, 0);

/** Tests of the architecture write what they look for. */
function isTestCode(file: string): boolean {
  if (file.startsWith('test/architecture/')) return false;
  return file.startsWith('test/') || /\.test\.tsx?$/.test(file);
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, ' ').replaceAll(/^\s*\/\/.*$/gm, ' ');
}
