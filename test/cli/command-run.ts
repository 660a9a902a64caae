import { carrierKinds } from '../../src/carriers/index.ts';
import type { Around, CarrierTools } from '../../src/cli/carrier-try.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { commandsWith } from '../../src/cli/commands/all.ts';
import { readConfig } from '../../src/config.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { soundFileReader } from '../../src/sound-files/sound-files.ts';
import { speechKinds } from '../../src/speech/index.ts';

/** What a command wrote to either stream, and its exit code. */
export interface CommandRun {
  code: number;
  out: string;
  err: string;
}

const tools: CarrierTools = {
  kinds: carrierKinds,
  surroundings: ({ config, ...around }: Around) => ({
    ...around,
    dataFolder: config.dataFolder,
    randomOf: seededRandom,
    soundUrl: () => '',
    callbackUrl: () => '',
  }),
};

const commands = commandsWith(tools, { kinds: speechKinds, soundFiles: soundFileReader });

/**
 * Runs the command line in this process, on the database of `url`.
 *
 * @param given more settings, the lines that standard input holds, and what a person types when asked
 */
export function commandsOn(
  url: string,
  {
    env = {},
    input = [],
    types,
  }: { env?: Record<string, string>; input?: string[]; types?: () => Promise<string> } = {},
) {
  return async (...args: string[]): Promise<CommandRun> => {
    const out: string[] = [];
    const err: string[] = [];
    const terminal = {
      say: (line: string) => out.push(line),
      note: (line: string) => err.push(line),
      secret: types ?? (async () => input.shift() ?? ''),
      answer: async () => '',
      isPerson: types !== undefined,
    };
    const config = () => readConfig({ DATABASE_URL: url, ...env });
    const code = await runCommandLine(args, commands, config, terminal);
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
}
