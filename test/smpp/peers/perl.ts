/** Net::SMPP and its Perl from Debian's packages, run without being installed. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackDebian } from '../../../scripts/debian-unpack.ts';
import { until } from '../../harness/until.ts';

export interface PerlRun {
  /** Its output, line by line. */
  lines: string[];
  said(start: string): Promise<string>;
  end(): void;
}

const packages = ['libnet-smpp-perl', 'perl'];
const libraries = 'x86_64-linux-gnu';

/** @throws NoPackages when they are not available on this machine */
export async function runPerl(
  script: string,
  args: readonly (string | number)[],
): Promise<PerlRun> {
  const root = await unpackDebian({ packages, suite: 'bookworm' });
  const folders = [
    ...['usr/share/perl5', 'usr/share/perl/5.36', `usr/lib/${libraries}/perl/5.36`],
    `usr/lib/${libraries}/perl-base`,
  ];
  const child = spawn(join(root, 'lib', libraries, 'ld-linux-x86-64.so.2'), [
    '--library-path',
    [`lib/${libraries}`, `usr/lib/${libraries}`].map((folder) => join(root, folder)).join(':'),
    join(root, 'usr/bin/perl'),
    ...folders.flatMap((folder) => ['-I', join(root, folder)]),
    fileURLToPath(new URL(script, import.meta.url)),
    ...args.map(String),
  ]);
  return follow(child);
}

export function follow(child: ChildProcessWithoutNullStreams): PerlRun {
  const lines: string[] = [];
  let rest = '';
  let errors = '';
  child.stdout.on('data', (bytes: Buffer) => {
    const parts = `${rest}${bytes.toString()}`.split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  child.stderr.on('data', (bytes: Buffer) => {
    errors += bytes.toString();
  });
  return {
    lines,
    said: (start) =>
      until(() => {
        const line = lines.find((one) => one.startsWith(start));
        if (line === undefined && child.exitCode !== null && child.exitCode !== 0) {
          throw new Error(`It ended with ${child.exitCode}: ${errors}`);
        }
        return line;
      }, 20),
    end: () => void child.kill('SIGKILL'),
  };
}
