import { describeSettings, readConfig } from '#config.ts';
import type { Command } from '../command.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';

export const configCommand: Command = {
  name: 'config',
  words: '',
  count: [0, 0],
  summary: 'Show every setting with its current value and its meaning.',
  shows: true,
  options: { json: jsonOption },
  async run(given, context) {
    const settings = describeSettings();
    const rows = settings.map(({ name, value, byDefault, meaning }) => [
      name,
      value ?? (byDefault === '' ? '-' : byDefault),
      value === undefined ? 'default' : 'set',
      meaning,
    ]);
    if (given.has('json')) {
      const shown = settings.map(({ name, value, byDefault, meaning }) => ({
        ...{ name, value: value ?? null, default: byDefault === '' ? null : byDefault, meaning },
      }));
      sayJson(context, shown);
    } else context.say(table([['SETTING', 'VALUE', '', 'MEANING'], ...rows]));
    // Shows the list even when a value is invalid, and then says what is wrong with it.
    readConfig();
    return 0;
  },
};
