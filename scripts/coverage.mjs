/**
 * Compares docs/coverage.md with a Vitest report: every ticked fact must be proved by a test of
 * exactly that name that ran and passed. `node scripts/coverage.mjs vitest.json`
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** The documents that the list must contain, each under its heading "# Document n, …". */
const documents = ['1', '2'];
/** Of a document, or of a list of its own. */
const heading = /^# (?:Document (\d+)\b|(.+))/;
/** Of the list: its tick, its sentence, the title of its test. */
export const factLine = /^- \[([ x])\] (.+?) — (.+)$/;
/** Anything that looks like a line of the list, even if indented or with another bullet. */
const likeALine = /^(- |\s*[-*+] \[)/;

/**
 * A ticked line ends with the full name of its test (after the `describe` titles), an open one with
 * what would prove it.
 *
 * @param {string} text docs/coverage.md
 * @param {any} report Vitest's JSON report, undefined if there is none
 * @returns {{counts: Record<string, {proved: number, open: string[]}>, wrong: string[]}} `counts`
 * by document number or heading, with its sentences without a test in `open`; `wrong` says what is
 * wrong with which line
 */
export function checkCoverage(text, report) {
  const counts = Object.fromEntries(documents.map((name) => [name, { proved: 0, open: [] }]));
  const tests = testsByName(report);
  const wrong = [];
  const seen = new Set();
  const named = new Set();
  let document = '';
  for (const [index, written] of text.split('\n').entries()) {
    if (written.startsWith('#')) seen.clear();
    const [, number, title] = heading.exec(written) ?? [];
    document = number ?? title ?? document;
    if (!likeALine.test(written)) continue;
    named.add(document);
    if (document !== '') counts[document] ??= { proved: 0, open: [] };
    const read = readLine(written, { tests, seen, count: counts[document] });
    if (read) wrong.push(`line ${index + 1}: ${read}`);
  }
  for (const name of documents.filter((one) => !named.has(one))) {
    wrong.push(`there are no facts of document ${name}`);
  }
  return { counts, wrong };
}

/** Counts the line. @returns {string | undefined} what is wrong with it */
function readLine(written, { tests, seen, count }) {
  const [, tick, sentence, name] = factLine.exec(written) ?? [];
  if (sentence === undefined) return 'it must read "- [x] sentence — title of its test"';
  if (!count) return 'it is not under a document';
  if (seen.has(written)) return 'it is a duplicate';
  seen.add(written);
  if (tick === ' ') {
    count.open.push(sentence);
    return undefined;
  }
  const reason = whyUnproved(tests.get(name), name);
  if (!reason) count.proved += 1;
  return reason;
}

/** @returns {string | undefined} why these results prove nothing */
function whyUnproved(results, name) {
  if (results === undefined) return `no test is named "${name}"`;
  if (results.length > 1) return `${results.length} tests are named "${name}"`;
  return results[0] === 'passed' ? undefined : `"${name}" did not pass: ${results[0]}`;
}

function testsByName(report) {
  const tests = new Map();
  for (const file of report?.testResults ?? []) {
    for (const { fullName, status } of file.assertionResults) {
      const name = fullName.trim();
      tests.set(name, [...(tests.get(name) ?? []), status]);
    }
  }
  return tests;
}

if (import.meta.main) {
  const [, , reportPath] = process.argv;
  if (reportPath === undefined) {
    process.stderr.write('Name the report of a test run: node scripts/coverage.mjs vitest.json\n');
    process.exit(1);
  }
  if (!existsSync(reportPath)) {
    process.stderr.write('  The tests left no report, so nothing is proved.\n');
    process.exit(1);
  }
  const report = JSON.parse(readFileSync(reportPath, 'utf8'));
  const text = readFileSync(join(root, 'docs/coverage.md'), 'utf8');
  const { counts, wrong } = checkCoverage(text, report);
  const print = (line) => process.stdout.write(`  ${line}\n`);
  for (const reason of wrong) print(`docs/coverage.md, ${reason}`);
  for (const [heading, { proved, open }] of Object.entries(counts)) {
    const name = documents.includes(heading) ? `document ${heading}` : heading;
    for (const sentence of open) print(`open in ${name}: ${sentence}`);
    print(`${name}: ${proved} facts proved, ${open.length} open`);
  }
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
