/** One Asterisk as a process with its own folder, on the loopback interface. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { libraries, loader } from './prefix.ts';

export interface AsteriskWish {
  prefix: string;
  /** Folder for its files; created. */
  folder: string;
  /** Folder of the configuration. */
  config: string;
  /** Changes a configuration file, such as its addresses. */
  adapt(file: string, text: string): string;
  /** Whether it can be reached. */
  ready(): Promise<boolean>;
}

export interface Asterisk {
  readonly folder: string;
  pid(): number | undefined;
  /** Ends it at once, like a power cut. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** The shell command instead of `asterisk`, with its options before those of a command. */
  readonly command: string;
  /** The console's output. */
  cli(command: string): Promise<string>;
}

const folders = {
  astcachedir: 'cache',
  astetcdir: 'etc',
  astvarlibdir: 'lib',
  astdbdir: 'lib',
  astkeydir: 'lib',
  astdatadir: 'data',
  astagidir: 'lib',
  astspooldir: 'spool',
  astrundir: 'run',
  astlogdir: 'log',
} as const;

export async function startAsterisk(wish: AsteriskWish): Promise<Asterisk> {
  const { prefix, folder } = wish;
  prepare(wish);
  let child: ChildProcess | undefined;
  const program = [
    '--library-path',
    join(prefix, libraries),
    join(prefix, 'usr/sbin/asterisk'),
    '-C',
    join(folder, 'etc', 'asterisk.conf'),
  ];
  const end = () => child?.kill('SIGKILL');
  process.once('exit', end);
  const asterisk: Asterisk = {
    folder,
    command: [join(prefix, loader), ...program].join(' '),
    pid: () => child?.pid,
    async start() {
      child = spawn(join(prefix, loader), [...program, '-f', '-n'], { stdio: 'ignore' });
      const deadline = performance.now() + 20_000;
      while (!(await wish.ready().catch(() => false))) {
        if (child.exitCode !== null || performance.now() > deadline) {
          throw new Error(`Asterisk did not start; see ${folder}/log.`);
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async kill() {
      const ending = child;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      ending.kill('SIGKILL');
      await once(ending, 'exit');
    },
    async cli(command) {
      const asked = spawn(join(prefix, loader), [...program, '-rx', command]);
      let text = '';
      asked.stdout.on('data', (some) => {
        text += some;
      });
      await once(asked, 'exit');
      return text;
    },
  };
  await asterisk.start();
  return asterisk;
}

function prepare({ prefix, folder, config, adapt }: AsteriskWish): void {
  for (const name of new Set(Object.values(folders))) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  mkdirSync(join(folder, 'spool', 'recording'), { recursive: true });
  mkdirSync(join(folder, 'log', 'cdr-csv'));
  const share = join(prefix, 'usr/share/asterisk');
  symlinkSync(join(share, 'documentation'), join(folder, 'data', 'documentation'));
  mkdirSync(join(folder, 'data', 'sounds'));
  symlinkSync(join(share, 'sounds', 'en_US_f_Allison'), join(folder, 'data', 'sounds', 'en'));
  const modules = join(prefix, libraries, 'asterisk', 'modules');
  const paths = Object.entries(folders).map(([key, name]) => `${key} => ${join(folder, name)}`);
  const directories = ['[directories]', `astmoddir => ${modules}`, ...paths].join('\n');
  for (const file of readdirSync(config).filter((name) => name.endsWith('.conf'))) {
    const text = adapt(file, readFileSync(join(config, file), 'utf8'));
    const whole = file === 'asterisk.conf' ? `${directories}\n${text}` : text;
    writeFileSync(join(folder, 'etc', file), whole);
  }
}
