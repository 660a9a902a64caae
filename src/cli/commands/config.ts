import { describeSettings, readConfig } from '../../config.ts';
import type { Command } from '../command.ts';
import { table } from '../help.ts';

export const configCommand: Command = {
  name: 'config',
  words: '',
  count: [0, 0],
  summary: 'Show every setting, what it is now and what it means.',
  options: {},
  async run(_given, context) {
    const rows = describeSettings().map(({ name, value, byDefault, meaning }) => [
      name,
      value ?? (byDefault === '' ? '-' : byDefault),
      value === undefined ? 'default' : 'set',
      meaning,
    ]);
    context.say(table([['SETTING', 'VALUE', '', 'MEANING'], ...rows]));
    // Shows the list even when a value is bad, and then says what is wrong with it.
    readConfig();
    return 0;
  },
};
