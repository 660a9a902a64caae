import { runCommandLine } from '../../src/cli/command-line.ts';
import { bucketCommands } from '../../src/cli/commands/bucket.ts';
import { clientCommands } from '../../src/cli/commands/client.ts';
import { configCommand } from '../../src/cli/commands/config.ts';
import { dncCommand } from '../../src/cli/commands/dnc.ts';
import { doctorCommand } from '../../src/cli/commands/doctor.ts';
import { managerCommands } from '../../src/cli/commands/manager.ts';
import { numberCommands } from '../../src/cli/commands/number.ts';
import { readConfig } from '../../src/config.ts';

/** What a command said on either stream, and its exit code. */
export interface CommandRun {
  code: number;
  out: string;
  err: string;
}

const commands = [
  configCommand,
  ...clientCommands,
  ...managerCommands,
  ...numberCommands,
  ...bucketCommands,
  dncCommand,
  doctorCommand,
];

/** Runs the command line in this process, on the database of `url`. */
export function commandsOn(url: string) {
  return async (...args: string[]): Promise<CommandRun> => {
    const out: string[] = [];
    const err: string[] = [];
    const terminal = {
      say: (line: string) => out.push(line),
      note: (line: string) => err.push(line),
    };
    const config = () => readConfig({ DATABASE_URL: url });
    const code = await runCommandLine(args, commands, config, terminal);
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
}
