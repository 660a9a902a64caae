/** Which tests `npm test -- PATH…` means. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

const testFile = /\.test\.tsx?$/;

/** Suites with a command of their own, because they need what has to be fetched first. */
const others = {
  'test/asterisk': 'npm run test:asterisk',
  'test/smpp/peers': 'npm run test:smpp-peers',
  'test/poolers': 'npm run test:poolers',
};

/**
 * Paths come first; what begins with a dash, and all behind it, is for Vitest.
 *
 * @param {string[]} args
 */
export function splitArguments(args) {
  const first = args.findIndex((one) => one.startsWith('-'));
  const end = first < 0 ? args.length : first;
  return { paths: args.slice(0, end), options: args.slice(end) };
}

/**
 * Whole paths for Vitest, which takes any part of a path: `test/api` would find `src/latest/api`, too.
 *
 * @param {string} root the project
 * @param {string[]} paths files or folders, as typed
 * @param {string} from the folder that they were typed in
 * @returns {{filters: string[], problem?: string}} the problem is a sentence for the terminal
 */
export function chooseTests(root, paths, from) {
  const filters = [];
  for (const path of paths) {
    const whole = [resolve(from, path), join(root, path)].find((one) => existsSync(one));
    const problem = whole ? problemOf(root, whole) : `There is no ${path}.`;
    if (problem) return { filters: [], problem: `${problem} ${hint}` };
    filters.push(statSync(whole).isDirectory() ? `${whole}${sep}` : whole);
  }
  return { filters };
}

const hint =
  'Name a test file or a folder with tests: npm test -- src/domain, npm test -- test/api/health.test.ts.';

function problemOf(root, whole) {
  const path = relative(root, whole).replaceAll(sep, '/');
  const other = Object.keys(others).find((folder) => `${path}/`.startsWith(`${folder}/`));
  if (other) return `The tests of ${other} run by "${others[other]}".`;
  if (statSync(whole).isDirectory())
    return testsBelow(whole).length > 0 ? undefined : `There is no test below ${path}.`;
  if (testFile.test(path)) return undefined;
  const beside = whole.replace(/\.tsx?$/, '.test.ts');
  const found = [beside, `${beside}x`].find((one) => existsSync(one));
  return found ? `${path} is no test; ${relative(root, found)} is.` : `${path} is no test.`;
}

function testsBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && testFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${sep}node_modules${sep}`));
}

/**
 * Whether one of these tests opens the console, which then is built first. Without filters all are
 * meant.
 *
 * @param {string} root
 * @param {string[]} filters as of `chooseTests`
 */
export function needsConsole(root, filters) {
  const places = filters.length > 0 ? filters : [join(root, 'test')];
  const files = places.flatMap((one) =>
    one.endsWith(sep) || !testFile.test(one) ? testsBelow(one) : [one],
  );
  const journeys = join(root, 'test', 'journeys') + sep;
  return files.some(
    (file) =>
      file.startsWith(journeys) || readFileSync(file, 'utf8').includes('harness/console.ts'),
  );
}
