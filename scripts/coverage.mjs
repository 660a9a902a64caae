/**
 * Compares docs/coverage.md with a Vitest report: every fact of document 1 that is ticked must be
 * proved by a test of that very name that ran and passed. `node scripts/coverage.mjs vitest.json`
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const line = /^- \[([ x])\] (.+?) — (.+)$/;

/**
 * A ticked line ends with the full name of its test (`describe` titles in front), an open one with
 * who builds it.
 *
 * @param {string} text docs/coverage.md
 * @param {any} report Vitest's JSON report, undefined when there is none
 * @returns {{proved: number, open: string[], wrong: string[]}} `open` are the sentences without a
 * test, `wrong` says what is wrong with which line
 */
export function checkCoverage(text, report) {
  const found = { proved: 0, open: [], wrong: [] };
  const tests = testsByName(report);
  for (const [at, written] of text.split('\n').entries()) {
    if (!written.startsWith('- ')) continue;
    const [, tick, sentence, name] = line.exec(written) ?? [];
    if (sentence === undefined) {
      found.wrong.push(`line ${at + 1}: it must read «- [x] sentence — title of its test»`);
    } else if (tick === ' ') {
      found.open.push(sentence);
    } else {
      const reason = whyUnproved(tests.get(name), name);
      if (reason) found.wrong.push(`line ${at + 1}: ${reason}`);
      else found.proved += 1;
    }
  }
  if (found.proved + found.open.length + found.wrong.length === 0) {
    found.wrong.push('there is no line in it');
  }
  return found;
}

/** @returns {string | undefined} why these results prove nothing */
function whyUnproved(results, name) {
  if (results === undefined) return `no test is named «${name}»`;
  if (results.length > 1) return `${results.length} tests are named «${name}»`;
  return results[0] === 'passed' ? undefined : `«${name}» did not pass: ${results[0]}`;
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
  const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
  const text = readFileSync(join(root, 'docs/coverage.md'), 'utf8');
  const { proved, open, wrong } = checkCoverage(text, report);
  for (const reason of wrong) process.stdout.write(`  docs/coverage.md, ${reason}\n`);
  for (const sentence of open) process.stdout.write(`  open: ${sentence}\n`);
  process.stdout.write(`  document 1: ${proved} facts proved, ${open.length} open\n`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
