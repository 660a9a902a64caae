import type { Command } from '../command.ts';
import { jsonOption, sayJson } from '../json.ts';
import { gatherStatus } from '../status/gather.ts';
import { judge } from '../status/problems.ts';
import { statusScreen } from '../status/screen.ts';

/**
 * Is anything wrong right now? Exit code 0: no (a stop may stand: `stops` says so); 1: something is; 2: the command or a setting was not
 * understood. It changes nothing, starts nothing, and waits two seconds at most for anybody.
 */
export const statusCommand: Command = {
  name: 'status',
  words: '',
  count: [0, 0],
  summary:
    'Say on one screen whether anything is wrong right now; exit code 1 when something is. A stop of the operator alone is nothing wrong: exit code 0.',
  shows: true,
  options: { json: jsonOption },
  async run(given, context) {
    const status = judge(await gatherStatus(context.config));
    if (given.has('json')) sayJson(context, status);
    else for (const line of statusScreen(status)) context.say(line);
    return status.status === 'ok' ? 0 : 1;
  },
};
