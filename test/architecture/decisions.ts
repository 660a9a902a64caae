import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'docs/decisions';
const index = `${folder}/README.md`;
const fileName = /^(\d{3})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/;

/** Decisions are numbered from 001 without holes, headed by their number, dated, and each is in the index. */
export function decisionBreaches(root: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const files = readdirSync(join(root, folder)).filter((file) => file !== 'README.md');
  const numbered = files.filter((file) => fileName.test(file)).sort();
  return [
    ...files
      .filter((file) => !fileName.test(file))
      .map((file) => `${folder}/${file}: a decision is named NNN-its-topic.md`),
    ...numberBreaches(numbered.map((file) => Number(file.slice(0, 3)))),
    ...numbered.flatMap((file) => headingBreach(root, file)),
    ...indexBreaches(root, numbered),
  ];
}

function numberBreaches(numbers: readonly number[]): string[] {
  const text = (number: number) => String(number).padStart(3, '0');
  const all = Array.from({ length: numbers.at(-1) ?? 0 }, (_, before) => before + 1);
  const twice = new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at));
  return [
    ...all
      .filter((number) => !numbers.includes(number))
      .map((number) => `${folder}: there is no decision ${text(number)}; numbers have no holes`),
    ...[...twice].map((number) => `${folder}: two decisions have the number ${text(number)}`),
  ];
}

function headingBreach(root: string, file: string): string[] {
  const number = file.slice(0, 3);
  const [heading = '', , begin = ''] = readFileSync(join(root, folder, file), 'utf8').split('\n');
  if (!heading.startsWith(`# ${number} `)) {
    return [`${folder}/${file}: its first line is "# ${number} " and its title`];
  }
  const dated = /^\*\*Decided\*\* 20\d\d-\d\d-\d\d\b/.test(begin);
  return dated ? [] : [`${folder}/${file}: its third line begins with "**Decided**" and a date`];
}

/** The index has the title of each decision, so that it cannot say something else. */
function indexBreaches(root: string, files: readonly string[]): string[] {
  if (files.length === 0) return [];
  if (!existsSync(join(root, index))) return [`${index}: is missing`];
  const lines = readFileSync(join(root, index), 'utf8').split('\n');
  const wanted = files.map((file) => {
    const [heading = ''] = readFileSync(join(root, folder, file), 'utf8').split('\n');
    return `- [${file.slice(0, 3)}](${file}) ${heading.slice('# NNN '.length)}`;
  });
  return [
    ...wanted
      .filter((line) => lines.filter((one) => one === line).length !== 1)
      .map((line) => `${index}: must have this line once: ${line}`),
    ...lines
      .filter((line) => line.startsWith('- [') && !wanted.includes(line))
      .map((line) => `${index}: is no decision's line: ${line}`),
  ];
}
