/** SIPp as the trunk: independent software, from Debian's sip-tester, without installing it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NoPackages, unpackDebian } from '../../scripts/debian-unpack.ts';
import { libraries, loader } from './prefix.ts';

const scenarios = fileURLToPath(new URL('./sipp/', import.meta.url));

/** The command that runs it, or why it cannot run on this machine. */
export type SippProgram = { command: readonly [string, ...string[]] } | { missing: string };

/** Fetches it if needed, with all its libraries, like Asterisk. */
export async function sippProgram(): Promise<SippProgram> {
  try {
    const prefix = await unpackDebian({ packages: ['sip-tester'] });
    const own = programIn(prefix);
    const [program, ...args] = own;
    const { stdout, stderr, error } = spawnSync(program, [...args, '-v'], { encoding: 'utf8' });
    // Its -v exits with a status other than 0.
    if (stdout?.includes('SIPp')) return { command: own };
    const why = error?.message ?? stderr.trim().split('\n')[0];
    return { missing: `SIPp cannot run on this machine: ${why}` };
  } catch (error) {
    if (!(error instanceof NoPackages)) throw error;
    return { missing: error.message };
  }
}

/** Some releases install libraries below `lib`, others below `usr/lib`. */
function programIn(prefix: string): readonly [string, ...string[]] {
  const folders = [libraries, libraries.replace(/^usr\//, '')].map((one) => join(prefix, one));
  const [first = ''] = folders.map((one) => join(one, basename(loader))).filter(existsSync);
  return [first, '--library-path', folders.join(':'), join(prefix, 'usr/bin/sipp')];
}

export interface SippTrunk {
  /** Numbers that were called, in order, without retransmitted INVITEs. */
  called(): string[];
  /** Number of requests of a method received, such as CANCEL. */
  received(method: string): number;
  /** Ends it at once, like a power cut. */
  kill(): Promise<void>;
}

export interface SippWish {
  command: readonly [string, ...string[]];
  folder: string;
  port: number;
  /** A file of test/asterisk/sipp, without its extension. */
  scenario: 'answer' | 'refuse' | 'ring';
  /** Values for its `@WORDS@`. */
  values?: Readonly<Record<string, string>>;
}

let runs = 0;

/** It also responds to OPTIONS, so Asterisk considers it alive. */
export function startSipp({ command, folder, port, scenario, values = {} }: SippWish): SippTrunk {
  runs += 1;
  const ownFolder = join(folder, `sipp-${runs}`);
  mkdirSync(ownFolder, { recursive: true });
  const log = join(ownFolder, 'messages.log');
  const file = join(ownFolder, 'scenario.xml');
  const text = readFileSync(join(scenarios, `${scenario}.xml`), 'utf8');
  writeFileSync(
    file,
    text.replace(/@([A-Z]+)@/g, (_all, word) => values[word] ?? ''),
  );
  const [program, ...args] = command;
  const child: ChildProcess = spawn(
    program,
    [
      ...args,
      ...['-sf', file, '-i', '127.0.0.1', '-p', String(port)],
      ...['-aa', '-nostdin', '-trace_msg', '-message_file', log],
    ],
    { cwd: ownFolder, stdio: 'ignore' },
  );
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const received = () => {
    const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
    return text.split(/^-{20,}.*$/m).filter((part) => part.includes('message received'));
  };
  return {
    called() {
      const calls = new Map<string, string>();
      for (const message of received()) {
        const [, number = ''] = /^INVITE sip:([^@;>\s]+)@/m.exec(message) ?? [];
        const [, id = ''] = /^Call-ID: *(\S+)/im.exec(message) ?? [];
        if (number && !calls.has(id)) calls.set(id, decodeURIComponent(number));
      }
      return [...calls.values()];
    },
    received: (method) => received().filter((text) => text.includes(`\n${method} sip:`)).length,
    async kill() {
      process.off('exit', end);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
