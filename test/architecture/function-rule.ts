/** No function has more than 80 lines: what is longer hides its state and its order. */
import { type Program, parseSync } from 'oxc-parser';

const longest = 80;

/** A function with a body: its name, or that of the variable or property that holds it. */
interface LongFunction {
  file: string;
  name: string;
  lines: number;
}

export function functionBreaches(sources: ReadonlyMap<string, string>): string[] {
  return [...sources]
    .flatMap(([file, source]) => longFunctions(file, source))
    .map(
      ({ file, name, lines }) =>
        `${file}: ${name} has ${lines} lines; no function has more than ${longest}`,
    );
}

/** Functions of one source text that are too long. A `describe` only groups tests and does not count. */
export function longFunctions(file: string, source: string, most = longest): LongFunction[] {
  // Generated files are read by nobody. Anything shorter than the limit needs no parser.
  if (/\.gen\.ts$/.test(file) || !hasMoreLines(source, most)) return [];
  const { program } = parseSync(file, source);
  const found: LongFunction[] = [];
  visit(program, '', (node, name) => {
    const lines = source.slice(node.start, node.end).split('\n').length;
    if (lines > most) found.push({ file, name, lines });
  });
  return found;
}

function hasMoreLines(source: string, count: number): boolean {
  return source.split('\n', count + 2).length > count + 1;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const named = new Set(['VariableDeclarator', 'Property', 'MethodDefinition', 'PropertyDefinition']);

function visit(
  value: Program | unknown,
  name: string,
  onFunction: (node: Node, name: string) => void,
): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, name, onFunction);
    return;
  }
  if (!isNode(value)) return;
  const own = nameOf(value) ?? name;
  if (functions.has(value.type) && own !== 'describe') onFunction(value, own || '(anonymous)');
  for (const child of Object.values(value)) visit(child, own, onFunction);
}

function nameOf(node: Node): string | undefined {
  if (node.type === 'CallExpression') return testCall(node);
  if (functions.has(node.type)) return identifier(node.id);
  if (named.has(node.type)) return identifier(node.id) ?? identifier(node.key);
  return undefined;
}

/** `describe(…)` and `test.each(…)(…)`. */
function testCall(node: Node): string | undefined {
  const { callee } = node;
  if (!isNode(callee)) return undefined;
  if (callee.type === 'CallExpression') return testCall(callee);
  const name = callee.type === 'MemberExpression' ? identifier(callee.object) : identifier(callee);
  return name === 'describe' || name === 'test' ? name : undefined;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function identifier(value: unknown): string | undefined {
  return isNode(value) && typeof value.name === 'string' ? value.name : undefined;
}
