import { asClient, type Database } from '#db/database.ts';
import { removeOwnRule, switchPreset } from '#db/queries/policy-change.ts';
import { readPurpose } from '#db/queries/policy-purpose.ts';
import { findPolicyRule, listPolicyRules } from '#db/queries/policy-rule.ts';
import { purposeNames, ruleWords } from '#domain/policy/policy-words.ts';
import { presetOf, presets } from '#domain/policy/presets.ts';
import { recordedWords } from '#domain/policy/recorded-words.ts';
import { type Command, type Context, type Given, Refusal, UsageError } from '../command.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { policyChanger } from '../policy-changer.ts';
import { clientOf } from '../shared.ts';
import { withDatabase } from '../with-database.ts';

export const policyOptions = {
  client: { value: 'CODE', meaning: 'The client whose contact policy it is.' },
};

/** @throws UsageError when it is not given */
export function clientNamed(given: Given): string {
  const code = given.text('client');
  if (code !== undefined) return code;
  throw new UsageError('Give the client: --client=CODE.');
}

const many = 100;
const notLegalAdvice = 'Presets are no legal advice.';

export const policyCommands: Command[] = [
  {
    name: 'policy list',
    words: '',
    count: [0, 0],
    summary: 'Show the rules of the contact policy of a client.',
    shows: true,
    options: { ...policyOptions, json: jsonOption },
    run: (given, context) => withDatabase(context, (db) => list(db, given, context)),
  },
  {
    name: 'policy presets',
    words: '',
    count: [0, 0],
    summary: 'Show the rules of law that can be switched on, and with --client which are on.',
    shows: true,
    options: { ...policyOptions, json: jsonOption },
    run: (given, context) => {
      if (!given.has('client')) return showPresets(given, context, undefined);
      return withDatabase(context, async (db) => {
        const { clientId } = await clientOf(db, clientNamed(given));
        const rules = await asClient(db, clientId, (tx) => listPolicyRules(tx, clientId));
        return showPresets(given, context, new Set(rules.map(({ preset }) => preset)));
      });
    },
  },
  ...([true, false] as const).map((on): Command => {
    const way = on ? 'on' : 'off';
    return {
      name: `policy ${way}`,
      words: '<preset>…',
      count: [1, many],
      summary: `Switch presets of the contact policy ${way}. It holds when the command has ended.`,
      options: policyOptions,
      run: (given, context) => {
        const code = clientNamed(given);
        given.words.forEach(checkPreset);
        return withDatabase(context, async (db) => {
          const client = await clientOf(db, code);
          for (const preset of given.words) {
            await switchPreset(await policyChanger(db, client, context), preset, on);
            context.say(`Preset ${preset} is ${way} for the client "${client.code}".`);
            const wider = on ? recordedWords(presetOf(preset) ?? { rules: [] }) : null;
            if (wider) context.note(wider);
          }
          return 0;
        });
      },
    };
  }),
  {
    name: 'policy remove',
    words: '<rule number>…',
    count: [1, many],
    summary: 'Remove rules from the contact policy; "carillon policy list" shows their numbers.',
    options: policyOptions,
    run: (given, context) => {
      const code = clientNamed(given);
      const ids = given.words.map(ruleNumber);
      return withDatabase(context, async (db) => {
        const client = await clientOf(db, code);
        for (const id of ids) await remove(db, client, id, context);
        return 0;
      });
    },
  },
];

async function list(db: Database, given: Given, context: Context): Promise<number> {
  const { clientId, code } = await clientOf(db, clientNamed(given));
  const { purpose, rules } = await asClient(db, clientId, async (tx) => ({
    purpose: await readPurpose(tx, clientId),
    rules: await listPolicyRules(tx, clientId),
  }));
  if (given.has('json')) {
    const shown = rules.map((rule) => ({ ...rule, words: ruleWords(rule) }));
    sayJson(context, { client: code, purpose, rules: shown });
    return 0;
  }
  const rows = rules.map((rule) => [
    ...[String(rule.ruleId), ruleWords(rule), forWords(rule)],
    ...[rule.preset ?? '-', rule.source ?? '-', rule.changedBy ?? '-'],
  ]);
  const heads = ['RULE', 'WORDS', 'FOR', 'PRESET', 'SOURCE', 'CHANGED BY'];
  context.say(
    rows.length === 0
      ? 'This client has no contact policy. The federal hours and its own terms hold.'
      : table([heads, ...rows]),
  );
  return 0;
}

type Listed = Awaited<ReturnType<typeof listPolicyRules>>[number];

function forWords({ purpose, campaignId, campaignName }: Listed): string {
  const campaign = campaignId === null ? 'every campaign' : `${campaignId} (${campaignName})`;
  if (purpose === null) return campaign;
  return campaignId === null ? purposeNames[purpose] : `${campaign}, ${purposeNames[purpose]}`;
}

/** @param on the codes of those that are on; undefined: no client was named */
async function showPresets(
  given: Given,
  context: Context,
  on: ReadonlySet<string | null> | undefined,
): Promise<number> {
  if (given.has('json')) {
    sayJson(
      context,
      presets.map((preset) => ({ ...preset, ...(on ? { on: on.has(preset.code) } : {}) })),
    );
    return 0;
  }
  const heads = ['PRESET', ...(on ? ['ON'] : []), 'NAME', 'SOURCE', 'LOOKED UP'];
  const rows = presets.map(({ code, name, source, sourceDate }) => [
    ...[code, ...(on ? [on.has(code) ? 'on' : '-'] : [])],
    ...[name, source, sourceDate],
  ]);
  context.say(table([heads, ...rows]));
  context.note(notLegalAdvice);
  return 0;
}

function checkPreset(code: string): void {
  if (presetOf(code)) return;
  throw new UsageError(
    `There is no preset "${code}". "carillon policy presets" shows all of them.`,
  );
}

function ruleNumber(text: string): number {
  if (/^\d{1,15}$/.test(text) && Number(text) > 0) return Number(text);
  throw new UsageError(`"${text}" is not the number of a rule.`);
}

async function remove(
  db: Database,
  client: Awaited<ReturnType<typeof clientOf>>,
  id: number,
  context: Context,
): Promise<void> {
  const { clientId, code } = client;
  const rule = await asClient(db, clientId, (tx) => findPolicyRule(tx, clientId, id));
  if (!rule) {
    throw new Refusal(
      `The client "${code}" has no rule ${id}. "carillon policy list --client=${code}" shows all of them.`,
    );
  }
  if (rule.preset !== null) {
    throw new Refusal(
      `Rule ${id} came with the preset ${rule.preset}. Switch that off: "carillon policy off ${rule.preset} --client=${code}".`,
    );
  }
  await removeOwnRule(await policyChanger(db, client, context), id);
  context.say(`Rule ${id} of the client "${code}" was removed: ${ruleWords(rule)}.`);
}
