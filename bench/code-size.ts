/**
 * Sizes of files and functions, for docs/figures.md. `node bench/code-size.ts [folder]`: the project in
 * that folder, or this one. Generated files do not count.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { longFunctions } from '../test/architecture/function-rule.ts';

const folder = resolve(process.argv[2] ?? '.');
const files = globSync('{src,test,bench,scripts}/**/*.{ts,tsx,mjs}', { cwd: folder }).filter(
  (file) => !file.endsWith('.gen.ts'),
);
const sources = files.map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
const lines = sources.map(({ text }) => text.split('\n').length - 1).sort((a, b) => a - b);
const sum = lines.reduce((all, one) => all + one, 0);
const at = (share: number) => lines[Math.ceil(lines.length * share) - 1];
const functions = sources.flatMap(({ file, text }) => longFunctions(file, text, 60));
const inSrc = functions.filter(({ file }) => file.startsWith('src/'));
const over = (some: typeof functions, least: number) =>
  some.filter((one) => one.lines > least).length;

console.log(`files ${files.length}, lines ${sum}`);
console.log(`median ${at(0.5)}, p95 ${at(0.95)}, longest ${lines.at(-1)}`);
console.log(
  `functions over 60, 80, 100: ${[60, 80, 100].map((n) => over(functions, n)).join(', ')}`,
);
console.log(`in src over 60, 80: ${[60, 80].map((n) => over(inSrc, n)).join(', ')}`);
