import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** One import of a file: what it says, and where that leads. */
export interface Import {
  specifier: string;
  /** Below the tree's root for our own files, with `/`. */
  file?: string;
  /** `zod`, `@mantine/core`. */
  package?: string;
  /** `fs` of `node:fs`. */
  builtin?: string;
  /** Why the import cannot be followed. */
  problem?: string;
}

const patterns = [
  /\b(?:import|export)\b[^'"`;()=]*?\bfrom\s*(['"])(.+?)\1/g,
  /\bimport\s*(['"])(.+?)\1/g,
  /\bimport\s*\(\s*(['"])(.+?)\1/g,
];
/** A dynamic import of something that is not a plain string cannot be checked. */
const computed = /\bimport\s*\(\s*[^'"\s)]/;

/** Every static, dynamic, re-exporting and side-effect import of a source text. */
export function specifiersOf(source: string): string[] {
  const found = patterns.flatMap((pattern) =>
    [...source.matchAll(pattern)].map((match) => match[2] as string),
  );
  return [...new Set(found)];
}

/** Follows the imports of `file` to files, as Node does: `#` is src (package.json). */
export function importsOf(root: string, file: string, source: string): Import[] {
  const found = specifiersOf(source).map((specifier) => follow(root, file, specifier));
  if (computed.test(source)) {
    found.push({
      specifier: 'import(…)',
      problem: 'imports a computed path, which nobody can check',
    });
  }
  return found;
}

function follow(root: string, file: string, specifier: string): Import {
  if (specifier.startsWith('node:')) return { specifier, builtin: specifier.slice(5) };
  if (specifier.startsWith('#')) return ownFile(root, specifier, join('src', specifier.slice(1)));
  if (specifier.startsWith('.')) return ownFile(root, specifier, join(dirname(file), specifier));
  if (specifier.startsWith('/')) return ownFile(root, specifier, relative(root, specifier));
  const parts = specifier.split('/');
  return { specifier, package: parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/') };
}

function ownFile(root: string, specifier: string, path: string): Import {
  const file = path.split('?')[0]?.replaceAll('\\', '/') ?? path;
  const whole = join(root, file);
  if (!existsSync(whole)) return { specifier, problem: `imports ${specifier}, which is not there` };
  if (statSync(whole).isDirectory()) {
    return { specifier, problem: `imports the folder ${specifier}; name the file` };
  }
  return { specifier, file };
}
