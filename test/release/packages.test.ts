import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { productEntries } from '../../scripts/release/project-files.ts';
import { importsOf } from '../architecture/imports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the server imports only packages that production installs', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const installed = { ...manifest.dependencies, ...manifest.optionalDependencies };
  const sources = productEntries(root).filter(({ path }) => path.endsWith('.ts'));
  const missing = sources.flatMap(({ path, content }) =>
    importsOf(root, path, String(content)).flatMap(({ package: name }) =>
      name && !(name in installed) ? [`${path}: ${name}`] : [],
    ),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect([...new Set(missing)]).toEqual([]);
});
