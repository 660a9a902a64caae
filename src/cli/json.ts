/** The output of a command for programs: one JSON document on standard output, notes on standard error. */
import type { Context, Option } from './command.ts';

/** The option of every command that shows something. Errors stay sentences on standard error. */
export const jsonOption: Option = { meaning: 'Print JSON, for programs.' };

/** Names are the API's camelCase, instants ISO 8601. */
export function sayJson(context: Pick<Context, 'say'>, value: unknown): void {
  context.say(JSON.stringify(value, null, 2));
}
