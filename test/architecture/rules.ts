import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, normalize } from 'node:path';
import { circleBreaches } from './circles.ts';
import { clockBreaches } from './clock-rule.ts';
import { decisionBreaches } from './decisions.ts';
import { functionBreaches } from './function-rule.ts';
import { type Import, importsOf } from './imports.ts';
import { environmentReader, type Layer, layers, limits, testPackages } from './layers.ts';
import { optOutBreaches } from './opt-out-rule.ts';
import { realClocks } from './real-clocks.ts';
import { sentenceBreaches } from './sentence-rule.ts';
import { sqlNamesBreaches } from './sql-names-rule.ts';

const sourceFolders = ['src', 'test', 'bench', 'scripts'];
const code = /\.(ts|tsx|mjs)$/;
const fileName = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|gen|module|config|d))*\.[a-z0-9]+$/;

/** Every breach of the architecture below `root`, as one sentence each. */
export function breaches(root: string): string[] {
  const files = sourceFolders.flatMap((folder) => walk(root, folder));
  const sources = new Map(
    files.filter((file) => code.test(file)).map((file) => [file, read(root, file)]),
  );
  return [
    ...files.flatMap(nameBreach),
    ...[...sources].flatMap(([file, source]) => sourceBreaches(root, file, source)),
    ...circleBreaches(importGraph(root, sources)),
    ...sizeBreaches(sources),
    ...clockBreaches(sources, realClocks),
    ...functionBreaches(sources),
    ...optOutBreaches(sources),
    ...sqlNamesBreaches(sources),
    ...sentenceBreaches(sources),
    ...decisionBreaches(root),
  ];
}

function walk(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (path === 'test/data') return [];
      return entry.isDirectory() ? walk(root, path) : [path];
    });
  } catch {
    return [];
  }
}

function importGraph(root: string, sources: ReadonlyMap<string, string>) {
  return new Map(
    [...sources].map(([file, source]) => [
      file,
      importsOf(root, file, source).flatMap((one) => one.file ?? []),
    ]),
  );
}

const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8');

function nameBreach(file: string): string[] {
  const folders = file.split('/').slice(0, -1);
  const fine = fileName.test(basename(file)) && folders.every((name) => /^[a-z0-9-]+$/.test(name));
  return fine ? [] : [`${file}: names are written in kebab-case`];
}

function sourceBreaches(root: string, file: string, source: string): string[] {
  const found: string[] = [];
  if (!file.startsWith('src/')) return found;
  const reader = `src/${environmentReader}`;
  if (file !== reader && /\bprocess\s*(\.\s*env\b|\[\s*['"]env)/.test(source)) {
    found.push(`${file}: only ${reader} reads the environment`);
  }
  if (/^export default\b/m.test(source)) found.push(`${file}: exports are named, not default`);
  const layer = layerOf(file);
  if (!layer) return [...found, `${file}: is in no layer of test/architecture/layers.ts`];
  for (const one of importsOf(root, file, source)) {
    const problem = importProblem(file, layer, one) ?? climbProblem(one);
    if (problem) found.push(`${file}: ${problem}`);
  }
  return found;
}

function importProblem(file: string, layer: Layer, one: Import): string | undefined {
  if (one.problem) return one.problem;
  if (one.builtin) {
    return layer.node || isTest(file)
      ? undefined
      : `${layer.path} must not import ${one.specifier}`;
  }
  if (one.package) {
    const fine =
      !layer.packages ||
      layer.packages.includes(one.package) ||
      (isTest(file) && testPackages.includes(one.package));
    return fine ? undefined : `${layer.path} must not import the package ${one.package}`;
  }
  return fileProblem(file, layer, one.file as string);
}

/** A path that climbs two folders or more changes with every move of the file, and is hard to read. */
function climbProblem({ specifier, file }: Import): string | undefined {
  const climbs = normalize(specifier).startsWith('../../');
  if (!climbs || !file?.startsWith('src/')) return undefined;
  return `imports ${specifier}; write #${file.slice('src/'.length)}`;
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

function fileProblem(file: string, layer: Layer, target: string): string | undefined {
  if (isTest(file) && target.startsWith('test/')) return undefined;
  const reached = layerOf(target);
  if (!reached) return `imports ${target}, which is in no layer`;
  const sameLayer = instanceOf(file, layer) === instanceOf(target, reached);
  const allowed = sameLayer || layer.may.includes('*') || layer.may.includes(reached.path);
  return allowed ? undefined : `${layer.path} must not import ${reached.path} (${target})`;
}

/** The layer of a file below src: the row whose path matches most of it. */
export function layerOf(file: string): Layer | undefined {
  return layers
    .filter((layer) => instanceOf(file, layer) !== undefined)
    .sort((a, b) => Number(a.path.includes('*')) - Number(b.path.includes('*')))[0];
}

/** A test stands in the layer of what it tests. */
const tested = (file: string) => file.replace(/\.test\.(tsx?)$/, '.$1');

/** The part of the path that the row's path stands for: `web/features/upload`. */
function instanceOf(file: string, layer: Layer): string | undefined {
  const parts = tested(file)
    .replace(/^src\//, '')
    .split('/');
  const pattern = layer.path.split('/');
  const matches =
    file.startsWith('src/') &&
    pattern.length <= parts.length &&
    pattern.every((name, index) => name === '*' || name === parts[index]);
  return matches ? parts.slice(0, pattern.length).join('/') : undefined;
}

function sizeBreaches(sources: Map<string, string>): string[] {
  const sizes = [...sources]
    .filter(([file]) => !/\.gen\.ts$/.test(file))
    .map(([file, source]) => ({ file, lines: source.split('\n').length - 1 }));
  const long = sizes.filter(({ lines }) => lines >= limits.usual);
  const found = long
    .filter(({ lines }) => lines > limits.longest)
    .map(({ file, lines }) => `${file}: ${lines} lines; no file has more than ${limits.longest}`);
  if (long.length > sizes.length * (1 - limits.usualShare)) {
    const names = long.map(({ file, lines }) => `${file} (${lines})`).join(', ');
    found.push(`too many files have ${limits.usual} lines or more: ${names}`);
  }
  return found;
}
