/** The titles of the tests that `npm test` runs, read from their files without running them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { longProofs } from '../long-proofs.mjs';

/** Those with configurations of their own, which `npm test` does not run. */
const apart = /^test\/(asterisk|smpp\/peers|poolers|chaos)\/|wrong-builds\.test/;
/** What Vitest puts a value in place of. */
const placeholders = /\$[a-z][\w.]*|%[sdifjoc#]/gi;

/** How many tests have each full title: those of its groups, then its own; "…" for each value. */
export function testTitles(root: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const pattern of ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts']) {
    for (const file of globSync(pattern, { cwd: root })) {
      if (apart.test(file) || longProofs.includes(file)) continue;
      for (const title of titlesOf(file, readFileSync(join(root, file), 'utf8'))) {
        found.set(title, (found.get(title) ?? 0) + 1);
      }
    }
  }
  return found;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

export function titlesOf(file: string, source: string): string[] {
  const titles: string[] = [];
  visit(parseSync(file, source).program, '', titles);
  return titles;
}

function visit(value: unknown, group: string, titles: string[]): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, group, titles);
    return;
  }
  if (typeof value !== 'object' || value === null || !('type' in value)) return;
  const node = value as Node;
  const called = node.type === 'CallExpression' ? titled(node) : undefined;
  if (called?.kind === 'test') titles.push(`${group}${called.title}`);
  const below = called?.kind === 'describe' ? `${group}${called.title} ` : group;
  for (const part of Object.values(node)) visit(part, below, titles);
}

/** `test('…')`, `test.each(…)('…')`, `describe('…')`. */
function titled(node: Node): { kind: string; title: string } | undefined {
  const [first] = node.arguments as Node[];
  const kind = nameOf(node.callee as Node);
  if (!first || (kind !== 'test' && kind !== 'describe')) return undefined;
  const title = textOf(first, isEach(node.callee as Node));
  return title === undefined ? undefined : { kind, title };
}

/** The callee of `test.each(rows)(…)`, unlike that of `test.skipIf(old)(…)`. */
function isEach(callee: Node): boolean {
  const called = callee.callee as Node | undefined;
  const property = called?.property as { name?: string } | undefined;
  return callee.type === 'CallExpression' && property?.name === 'each';
}

/** `test` of test, test.each(rows) and test.skipIf(condition). */
function nameOf(callee: Node): string | undefined {
  if (callee.type === 'Identifier') return callee.name as string;
  if (callee.type === 'CallExpression') return nameOf(callee.callee as Node);
  if (callee.type === 'MemberExpression') return nameOf(callee.object as Node);
  return undefined;
}

function textOf(node: Node, each: boolean): string | undefined {
  const shown = (text: string) => (each ? text.replaceAll(placeholders, '…') : text);
  if (node.type === 'Literal' && typeof node.value === 'string') return shown(node.value);
  if (node.type !== 'TemplateLiteral') return undefined;
  const parts = node.quasis as { value: { cooked: string } }[];
  return parts.map(({ value }) => shown(value.cooked)).join('…');
}
