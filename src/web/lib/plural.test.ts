/** Counts in the console's sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const nouns =
  'accounts|agents|calls|campaigns|cells|characters|columns|customers|days|downloads|entries|exports|fields|files|hours|lines|lists|managers|messages|minutes|numbers|people|phones|records|replies|results|rows|seconds|segments|steps|texts|times';
/** A count in a template or in JSX, right before a noun that is always plural. */
const raw = new RegExp(`\\}(?:\\{' '\\})? (?:${nouns})\\b(?![=(])`);
/** Counts that are never one, or that were asked about in the same expression. */
const allowed = [
  // Limits, and page sizes to choose from.
  /String\(count\), label/,
  /maxSteps\} steps|field\.size\} characters|maxTextLength\} characters/,
  // The same expression asks whether it is one.
  /=== 1\b/,
  // Document 2's words: "X of Y results".
  /\} results/,
  // A share: "2 of 17 rows".
  /of \$?\{[a-zA-Z.]+\} rows/,
  // More than the few that are shown, or asked about above.
  /All \$\{lists\.length\} lists|\} lines have/,
  // A verb.
  /\} calls it/,
];

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(folder, name));
}

test('no screen writes a count before a noun that is always plural', () => {
  const found = filesIn(join(import.meta.dirname, '..')).flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const around = lines.slice(Math.max(0, index - 2), index + 1).join('\n');
      if (!raw.test(line) || allowed.some((one) => one.test(around))) return [];
      return [`${file.slice(file.indexOf('src/'))}:${index + 1}: ${line.trim()}`];
    });
  });
  expect(found).toEqual([]);
});
