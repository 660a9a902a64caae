/**
 * Builds the console and prints what JavaScript, gzipped, a browser loads until the first screen
 * after sign-in is usable, and its ratio against 200 kB. Exits with 1 above it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const limit = 200_000;
const firstScreen = 'src/web/features/voice-message/page.tsx';
const project = dirname(dirname(fileURLToPath(import.meta.url)));

const folder = mkdtempSync(join(tmpdir(), 'carillon-console-'));
try {
  const vite = join(project, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--outDir', folder, '--logLevel', 'error'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  report(manifest, folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(manifest, built) {
  const size = (file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length;
  const needed = filesOf(manifest, ['index.html', firstScreen]);
  const scripts = [...needed.scripts].map((file) => ({ file, bytes: size(file) }));
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  const styles = [...needed.styles].reduce((sum, file) => sum + size(file), 0);

  console.log('JavaScript before the first screen after sign-in, gzipped:');
  for (const { file, bytes } of scripts) console.log(`  ${kB(bytes).padStart(9)}  ${file}`);
  console.log(`  ${kB(total).padStart(9)}  in all (and ${kB(styles)} of CSS)`);
  console.log('Each screen opened on its own adds:');
  for (const [name, chunk] of Object.entries(manifest)) {
    if (!chunk.isDynamicEntry || name === firstScreen) continue;
    const own = [...filesOf(manifest, [name]).scripts].filter((file) => !needed.scripts.has(file));
    console.log(`  ${kB(own.reduce((sum, file) => sum + size(file), 0)).padStart(9)}  ${name}`);
  }
  console.log(`ratio ${(total / limit).toFixed(3)} of ${kB(limit)} (at most 1)`);
  if (total > limit) process.exitCode = 1;
}

/** The files that these entries load by themselves: theirs and all static imports. */
function filesOf(manifest, names) {
  const scripts = new Set();
  const styles = new Set();
  const visit = (name) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk for ${name}.`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const file of chunk.css ?? []) styles.add(file);
    for (const other of chunk.imports ?? []) visit(other);
  };
  for (const name of names) visit(name);
  return { scripts, styles };
}

function kB(bytes) {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
