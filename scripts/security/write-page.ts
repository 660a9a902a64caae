/** `npm run asvs`: writes the table of docs/security.md from docs/security/asvs.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';
import { pageFile, problems, readChapters, readLines, withTable, written } from './asvs.ts';
import { testTitles } from './test-titles.ts';

const lines = readLines(root);
const chapters = readChapters();
const page = join(root, pageFile);
writeFileSync(page, withTable(readFileSync(page, 'utf8'), written(lines, chapters)));
process.stdout.write(`Written: ${page}\n`);
const wrong = problems(lines, chapters, testTitles(root), root);
for (const problem of wrong) process.stderr.write(`${problem}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
