import { OperatorError } from '#domain/operator-error.ts';
import type { Config } from '../config.ts';

/** An option of a command: `--name=value`, or `--name` alone when it takes no value. */
export interface Option {
  /** Shown for the value in the help; absent for a switch. */
  value?: string;
  many?: boolean;
  meaning: string;
  /** It is refused, and not shown in the help: why, and what to do instead. */
  refused?: string;
}

/** The command line after the command's name. */
export interface Given {
  words: string[];
  /** The last value of an option. */
  text(name: string): string | undefined;
  texts(name: string): string[];
  has(name: string): boolean;
}

export interface Terminal {
  /** The result, on standard output. */
  say(line: string): void;
  /** Progress and hints, on standard error, so that the result can be piped. */
  note(line: string): void;
}

/** A terminal, or pipes, that can answer questions. */
export interface AskingTerminal extends Terminal {
  /** The next line of standard input; a person at a terminal is asked for it, and it is not shown. */
  secret(question: string): Promise<string>;
  /** The next line of standard input, as `secret`; what is typed is shown. */
  answer(question: string): Promise<string>;
  /** Whether a person can be asked. */
  readonly isPerson: boolean;
}

export interface Context extends AskingTerminal {
  config: Config;
}

export interface Command {
  /** `client add`. */
  name: string;
  /** What follows the name: `<code> <name>`. */
  words: string;
  /** How many words it takes, at least and at most. */
  count: [least: number, most: number];
  summary: string;
  /** It shows something: `--json` shows the same to programs. */
  shows?: true;
  options: Record<string, Option>;
  /** Returns the exit code; nothing means 0. */
  run(given: Given, context: Context): Promise<number | undefined>;
}

/** The command line cannot be understood: shown with the command's usage, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What was asked for cannot be done: shown as one sentence, exit code 1. */
export class Refusal extends OperatorError {
  override name = 'Refusal';
}
