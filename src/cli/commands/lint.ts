import { type LintLevel, type LintRule, lintLevels, lintRules } from '#contract/lint-rule.ts';
import { asClient } from '#db/database.ts';
import { readLintSettings, setLintLevel } from '#db/queries/lint-settings.ts';
import { lintTable } from '#domain/lint/rules.ts';
import { type Command, UsageError } from '../command.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { clientOf } from '../shared.ts';
import { withDatabase } from '../with-database.ts';
import { clientNamed } from './policy.ts';

const options = {
  client: { value: 'CODE', meaning: 'The client whose messages are checked.' },
};

export const lintCommands: Command[] = [
  {
    name: 'lint list',
    words: '',
    count: [0, 0],
    summary: 'Show the checks of messages of a client, and whether each notes, warns or blocks.',
    shows: true,
    options: { ...options, json: jsonOption },
    run: (given, context) => {
      const named = clientNamed(given);
      return withDatabase(context, async (db) => {
        const { clientId, code } = await clientOf(db, named);
        const settings = await asClient(db, clientId, (tx) => readLintSettings(tx, clientId));
        if (given.has('json')) {
          sayJson(context, { client: code, ...settings });
          return 0;
        }
        const rows = settings.rules.map(({ rule, level, standard, name, source }) => [
          ...[rule, level, level === standard ? '-' : standard, name, source],
        ]);
        context.say(table([['RULE', 'DOES', 'USUALLY', 'CHECKS', 'SOURCE'], ...rows]));
        const { spokenName } = settings;
        context.note(
          spokenName === null
            ? `Who calls is not checked: carillon client set ${code} --spoken-name="…"`
            : `The client names itself "${spokenName}".`,
        );
        return 0;
      });
    },
  },
  {
    name: 'lint set',
    words: '<rule> <note|warn|block>',
    count: [2, 2],
    summary: 'Set what a check of messages does; "block" refuses starts from now on.',
    options,
    run: (given, context) => {
      const named = clientNamed(given);
      const [ruleWord = '', levelWord = ''] = given.words;
      const rule = ruleOf(ruleWord);
      const level = levelOf(levelWord);
      return withDatabase(context, async (db) => {
        const { clientId, code } = await clientOf(db, named);
        await asClient(db, clientId, (tx) => setLintLevel(tx, clientId, rule, level));
        context.say(`Client "${code}": ${rule} (${lintTable[rule].name}) is set to ${level}.`);
        return 0;
      });
    },
  },
];

function ruleOf(text: string): LintRule {
  const rule = lintRules.find((one) => one === text);
  if (rule) return rule;
  throw new UsageError(`There is no check "${text}". "carillon lint list" shows all of them.`);
}

function levelOf(text: string): LintLevel {
  const level = lintLevels.find((one) => one === text);
  if (level) return level;
  throw new UsageError(`"${text}" is neither note, warn nor block.`);
}
