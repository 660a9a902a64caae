import { userInfo } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ProblemError } from '#contract/errors.ts';
import { type Actor, actingAs } from '#db/actor.ts';
import { troubleOf } from '#db/errors.ts';
import { withoutPeriod } from '#domain/final-period.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { troubleSentence } from '#domain/reason-sentences.ts';
import { type Config, ConfigError } from '../config.ts';
import { versionWithCommit } from '../version.ts';
import {
  type AskingTerminal,
  type Command,
  type Context,
  type Given,
  type Terminal,
  UsageError,
} from './command.ts';
import { commandHelp, generalHelp, groupHelp } from './help.ts';
import { connectSentence, roomSentence } from './server/connect-sentence.ts';

/** Exit codes: 0 done, 1 could not be done, 2 the command line was not understood. */
type ExitCode = number;

/**
 * Finds the command, reads its options and runs it. Everything that goes wrong ends as a sentence
 * on standard error and an exit code.
 */
export async function runCommandLine(
  args: string[],
  commands: Command[],
  readConfig: () => Config,
  terminal: AskingTerminal,
): Promise<ExitCode> {
  if (['--version', '-v', 'version'].includes(args[0] ?? '')) {
    terminal.say(`carillon ${versionWithCommit}`);
    return 0;
  }
  const command = commandOf(args, commands);
  if (!command) return withoutCommand(args, commands, terminal);
  const rest = args.slice(command.name.split(' ').length);
  if (asksForHelp(rest)) {
    terminal.say(commandHelp(command));
    return 0;
  }
  try {
    const given = parse(command, rest);
    const run = () => command.run(given, contextOf(terminal, readConfig));
    // What `start` runs acts for itself.
    return (await (command.name === 'start' ? run() : actingAs(operator(command), run))) ?? 0;
  } catch (error) {
    return explain(error, command, terminal);
  }
}

/** The user of the operating system, for the audit log. */
function operator({ name }: Command): Actor {
  return { kind: 'operator', name: userName(), operation: name };
}

/** A container may run under an id that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/** The settings are read when first asked for: "carillon config" must work with bad ones too. */
function contextOf(terminal: AskingTerminal, readConfig: () => Config): Context {
  let config: Config | undefined;
  return {
    ...terminal,
    get config() {
      config ??= readConfig();
      return config;
    },
  };
}

/** The longest name that fits: "restore reconcile" is not "restore" with a file of that name. */
function commandOf(args: string[], commands: Command[]): Command | undefined {
  return commands
    .filter(({ name }) => startsWith(args, name.split(' ')))
    .sort((one, other) => other.name.split(' ').length - one.name.split(' ').length)[0];
}

const startsWith = (args: string[], words: string[]) =>
  words.every((word, index) => args[index] === word);

const asksForHelp = (args: string[]) => {
  const end = args.indexOf('--');
  const before = end < 0 ? args : args.slice(0, end);
  return before.includes('--help') || before.includes('-h');
};

function withoutCommand(args: string[], commands: Command[], terminal: Terminal): ExitCode {
  const [word] = args.filter((arg) => arg !== '--help' && arg !== '-h');
  if (word === undefined || word === 'help') {
    terminal.say(generalHelp(commands));
    return asksForHelp(args) || word === 'help' ? 0 : 2;
  }
  const group = commands.filter(({ name }) => name.startsWith(`${word} `));
  if (group.length === 0) {
    terminal.note(`There is no command "${word}". Run "carillon --help" for a list.`);
    return 2;
  }
  if (asksForHelp(args)) {
    terminal.say(groupHelp(word, group));
    return 0;
  }
  terminal.note(groupHelp(word, group));
  return 2;
}

function parse(command: Command, args: string[]): Given {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, { value, many, refused }] of Object.entries(command.options)) {
    if (refused && givesOption(args, name)) throw new UsageError(refused);
    options[name] = { type: value ? 'string' : 'boolean', multiple: many ?? false };
  }
  const { values, positionals } = parsed(args, options);
  const [least, most] = command.count;
  if (positionals.length < least) throw new UsageError(`An argument is missing: ${command.words}`);
  if (positionals.length > most) {
    throw new UsageError(
      `Unexpected argument "${positionals[most]}". Put a value with spaces in quotes.`,
    );
  }
  const texts = (name: string) => [values[name] ?? []].flat().map(String);
  return {
    words: positionals,
    texts,
    text: (name) => texts(name).at(-1),
    has: (name) => values[name] !== undefined,
  };
}

/** Whether or not it has a value, and before the value is shown in any sentence. */
const givesOption = (args: string[], name: string) =>
  args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));

/** Not strict: Node's sentences would be shown, which have advice for programmers. */
function parsed(args: string[], options: NonNullable<ParseArgsConfig['options']>) {
  const found = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  const given = new Set<string>();
  for (const token of found.tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const known = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!known) throw new UsageError(`Unknown option "${rawName}".`);
    if (known.type === 'string' && !known.multiple && given.has(name)) {
      throw new UsageError(`${rawName} is given twice. Give it once.`);
    }
    given.add(name);
    if (known.type === 'boolean') {
      if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    } else if (value === undefined) {
      throw new UsageError(`${rawName} needs a value.`);
    } else if (!inlineValue && value.startsWith('-')) {
      throw new UsageError(`${rawName} needs a value. Write ${rawName}=${value} if that is it.`);
    }
  }
  return found;
}

function explain(error: unknown, command: Command, terminal: Terminal): ExitCode {
  if (error instanceof UsageError) {
    terminal.note(`${error.message}\n\nUsage: carillon ${command.name} ${command.words}`);
    terminal.note(`Run "carillon ${command.name} --help" for details.`);
    return 2;
  }
  if (error instanceof ConfigError) {
    terminal.note(error.message);
    return 2;
  }
  terminal.note(sentenceOf(error));
  return 1;
}

/** By the system's error code for a file. */
const fileAdvice: Record<string, string> = {
  EACCES: 'Run this command as the user that runs Carillon.',
  EPERM: 'Run this command as the user that runs Carillon.',
  EROFS: 'That file system is read-only.',
  ENOTDIR: 'Part of that path is a file, not a folder.',
};

function sentenceOf(error: unknown): string {
  if (error instanceof ProblemError || error instanceof OperatorError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const sentence = roomSentence(error) ?? connectSentence(error);
  if (sentence) return sentence;
  const trouble = troubleOf(error);
  if (trouble) return `${troubleSentence(trouble)} Details: ${withoutPeriod(error.message)}.`;
  const advice = fileAdvice[(error as NodeJS.ErrnoException).code ?? ''];
  if (advice) return `${error.message}. ${advice}`;
  // Anything else is a bug.
  return error.stack ?? error.message;
}
