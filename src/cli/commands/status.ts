import type { Command } from '../command.ts';
import { jsonOption, sayJson } from '../json.ts';
import { gatherStatus } from '../status/gather.ts';
import { judge } from '../status/problems.ts';
import { statusScreen } from '../status/screen.ts';

/**
 * Is anything wrong right now? Exit code 0: no (a stop may be in force: `stops` says so); 1: something is; 2: the command or a setting was not
 * understood. It changes nothing, starts nothing, and takes two seconds at most.
 */
export const statusCommand: Command = {
  name: 'status',
  words: '',
  count: [0, 0],
  summary:
    'Show on one screen whether anything is wrong right now; exit code 1 if so. An operator stop alone is not a problem: exit code 0.',
  shows: true,
  options: { json: jsonOption },
  async run(given, context) {
    const status = judge(await gatherStatus(context.config));
    if (given.has('json')) sayJson(context, status);
    else for (const line of statusScreen(status)) context.say(line);
    return status.status === 'ok' ? 0 : 1;
  },
};
