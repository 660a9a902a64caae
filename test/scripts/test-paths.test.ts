import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { longProofs } from '../../scripts/long-proofs.mjs';
import { chooseTests, needsConsole, splitArguments } from '../../scripts/test-paths.mjs';

const chosen = (...paths: string[]) => chooseTests(root, paths, root);

test('a file and a folder are taken as whole paths', () => {
  expect(chosen('test/scripts/test-paths.test.ts', 'src/domain')).toEqual({
    filters: [join(root, 'test/scripts/test-paths.test.ts'), join(root, 'src/domain/')],
  });
});

test('a path counts from the folder that it is typed in', () => {
  expect(chooseTests(root, ['domain'], join(root, 'src')).filters).toEqual([
    join(root, 'src/domain/'),
  ]);
});

test.each([
  ['test/nothing.test.ts', 'test/nothing.test.ts does not exist.'],
  ['src/config.ts', 'src/config.ts is not a test; src/config.test.ts is.'],
  ['src/main.ts', 'src/main.ts is not a test.'],
  ['docs', 'There are no tests in docs.'],
  ['test/asterisk', 'Run the tests of test/asterisk with "npm run test:asterisk".'],
  ['test/smpp/peers', 'Run the tests of test/smpp/peers with "npm run test:smpp-peers".'],
  [
    'test/engine/kill.test.ts',
    'Run the tests of test/engine/kill.test.ts with "npm run test:proofs".',
  ],
])('%s is refused with a sentence and the way to say it', (path, sentence) => {
  const { problem } = chosen(path);
  expect(problem).toContain(sentence);
  expect(problem).toContain('npm test -- src/domain');
});

test('the console is built for journeys only', () => {
  expect(needsConsole(root, chosen('test/journeys/frame.test.ts').filters)).toBe(true);
  expect(needsConsole(root, chosen('test').filters)).toBe(true);
  expect(needsConsole(root, [])).toBe(true);
  expect(needsConsole(root, chosen('src/domain', 'test/scripts').filters)).toBe(false);
});

test('options of Vitest follow the paths', () => {
  expect(splitArguments(['src/domain', '-t', 'a name'])).toEqual({
    paths: ['src/domain'],
    options: ['-t', 'a name'],
  });
});

test('each long proof is a file, and none is lost when one is renamed', () => {
  expect(longProofs.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
