/** Finds the tests that `npm test -- PATH…` means. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { longProofs } from './long-proofs.mjs';

const testFile = /\.test\.tsx?$/;

/** Suites with their own command, because they need downloads first or take long. */
const others = {
  'test/asterisk': 'npm run test:asterisk',
  'test/smpp/peers': 'npm run test:smpp-peers',
  'test/poolers': 'npm run test:poolers',
  'test/simulation/wrong-builds.test.ts': 'npm run test:proofs',
  'test/chaos': 'npm run test:proofs',
  ...Object.fromEntries(longProofs.map((file) => [file, 'npm run test:proofs'])),
};

/**
 * Paths come first. The first argument that begins with a dash, and everything after it, goes to
 * Vitest.
 *
 * @param {string[]} args
 */
export function splitArguments(args) {
  const first = args.findIndex((one) => one.startsWith('-'));
  const end = first < 0 ? args.length : first;
  return { paths: args.slice(0, end), options: args.slice(end) };
}

/**
 * Returns full paths, because Vitest matches any part of a path: `test/api` also finds
 * `src/latest/api`.
 *
 * @param {string} root the project
 * @param {string[]} paths files or folders, as typed
 * @param {string} from the current folder when they were typed
 * @returns {{filters: string[], problem?: string}} the problem is a sentence to show
 */
export function chooseTests(root, paths, from) {
  const filters = [];
  for (const path of paths) {
    const whole = [resolve(from, path), join(root, path)].find((one) => existsSync(one));
    const problem = whole ? problemOf(root, whole) : `${path} does not exist.`;
    if (problem) return { filters: [], problem: `${problem} ${hint}` };
    filters.push(statSync(whole).isDirectory() ? `${whole}${sep}` : whole);
  }
  return { filters };
}

const hint =
  'Give a test file or a folder with tests: npm test -- src/domain, npm test -- test/api/health.test.ts.';

function problemOf(root, whole) {
  const path = relative(root, whole).replaceAll(sep, '/');
  const other = Object.keys(others).find((folder) => `${path}/`.startsWith(`${folder}/`));
  if (other) return `Run the tests of ${other} with "${others[other]}".`;
  if (statSync(whole).isDirectory())
    return testsBelow(whole).length > 0 ? undefined : `There are no tests in ${path}.`;
  if (testFile.test(path)) return undefined;
  const beside = whole.replace(/\.tsx?$/, '.test.ts');
  const found = [beside, `${beside}x`].find((one) => existsSync(one));
  return found ? `${path} is not a test; ${relative(root, found)} is.` : `${path} is not a test.`;
}

function testsBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && testFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${sep}node_modules${sep}`));
}

/**
 * Whether one of these tests opens the console, which must be built first then. Without filters,
 * all tests are meant.
 *
 * @param {string} root
 * @param {string[]} filters see `chooseTests`
 */
export function needsConsole(root, filters) {
  const paths = filters.length > 0 ? filters : [join(root, 'test')];
  const files = paths.flatMap((one) =>
    one.endsWith(sep) || !testFile.test(one) ? testsBelow(one) : [one],
  );
  const journeys = join(root, 'test', 'journeys') + sep;
  return files.some(
    (file) =>
      file.startsWith(journeys) || readFileSync(file, 'utf8').includes('harness/console.ts'),
  );
}
