/** Whether the tests that the table of docs/security.md names passed in a run of all tests. */
import { existsSync, readFileSync } from 'node:fs';
import { root } from '../install.mjs';
import { type Line, readLines } from './asvs.ts';

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

/** One sentence for each test that a line names and that the run does not prove. */
export function unproved(lines: readonly Line[], report: Report): string[] {
  const results = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ fullName, status }) => ({ name: fullName.trim(), status }));
  return lines.flatMap(({ ids, tests = [] }) =>
    tests.flatMap((title) => {
      const named = namedBy(title);
      const own = results.filter(({ name }) => named.test(name));
      const bad = own.find(({ status }) => status !== 'passed');
      if (own.length > 0 && !bad) return [];
      const why = bad ? `did not pass: ${bad.status}` : 'did not run';
      return [`${ids.join(', ')}: "${title}" ${why}`];
    }),
  );
}

/** "…" stands for any value in the title of a generated test. */
function namedBy(title: string): RegExp {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('…', '.*')}$`, 's');
}

if (import.meta.main) {
  const [, , file = ''] = process.argv;
  if (!existsSync(file)) {
    process.stderr.write('  Name the report of a test run.\n');
    process.exit(1);
  }
  const lines = readLines(root);
  const wrong = unproved(lines, JSON.parse(readFileSync(file, 'utf8')));
  for (const reason of wrong) process.stdout.write(`  ${reason}\n`);
  const named = new Set(lines.flatMap(({ tests = [] }) => tests)).size;
  process.stdout.write(`  docs/security.md: ${named - wrong.length} of ${named} tests passed\n`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
