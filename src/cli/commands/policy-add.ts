import { saveOwnRule } from '#db/queries/policy-change.ts';
import { ruleWords } from '#domain/policy/policy-words.ts';
import type { Command } from '../command.ts';
import { policyChanger } from '../policy-changer.ts';
import { ruleFrom, ruleOptions } from '../policy-terms.ts';
import { clientOf } from '../shared.ts';
import { withDatabase } from '../with-database.ts';
import { clientNamed, policyOptions } from './policy.ts';

export const policyAddCommand: Command = {
  name: 'policy add',
  words: '',
  count: [0, 0],
  summary: 'Add a rule to the contact policy of a client. It holds when the command has ended.',
  options: { ...policyOptions, ...ruleOptions },
  run: (given, context) => {
    const code = clientNamed(given);
    const rule = ruleFrom(given);
    return withDatabase(context, async (db) => {
      const client = await clientOf(db, code);
      const id = await saveOwnRule(await policyChanger(db, client, context), 0, rule);
      context.say(`Rule ${id} of the client "${client.code}" holds: ${ruleWords(rule)}.`);
      return 0;
    });
  },
};
