/** Rules and presets as the screen lists them, and which of them a search shows. */
import type { Policy, PolicyPreset } from '#contract/policy.ts';
import { placeName, ruleWords } from '#domain/policy/policy-words.ts';
import { compareNames, matchesWords } from '#web/lib/names.ts';
import type { RuleRow } from './columns.tsx';
import type { Costs } from './use-policy.ts';
import { campaignsWords, channelNames, heldWords, isAbout } from './words.ts';

export function ruleRows({ rules, presets }: Policy, { byRule, atLeast, at }: Costs): RuleRow[] {
  const names = new Map(presets.map(({ code, name }) => [code, name]));
  return rules.map((rule) => {
    const costs = byRule?.get(rule.ruleId) ?? [];
    return {
      ...rule,
      held: costs.reduce((sum, { count }) => sum + count, 0),
      heldWords:
        byRule === undefined
          ? ''
          : heldWords(costs, { at, atLeast, hours: rule.terms.kind === 'hours' }) || 'Nothing',
      // One that this version no longer has keeps its code.
      presetName: rule.preset === null ? null : (names.get(rule.preset) ?? rule.preset),
    };
  });
}

export function shownRules(rules: readonly RuleRow[], find: string, place: string): RuleRow[] {
  return rules.filter((rule) => isAbout(rule, place) && matchesWords(find, textsOfRule(rule)));
}

function textsOfRule(rule: RuleRow): string[] {
  const { source, state, presetName, changedBy, channel } = rule;
  const texts = [ruleWords(rule), campaignsWords(rule), channelNames[channel]];
  return [...texts, ...[source, state, presetName, changedBy].map((text) => text ?? '')];
}

/** In the order of their places, so that a state is found by its first letter. */
export function presetRows({ presets }: Policy, find: string, place: string): PolicyPreset[] {
  return presets
    .filter(({ rules }) => rules.some((rule) => isAbout(rule, place)))
    .filter((preset) => matchesWords(find, textsOfPreset(preset)))
    .toSorted((a, b) => compareNames(stateOf(a), stateOf(b)));
}

const stateOf = ({ rules }: PolicyPreset) => {
  const state = rules.find((rule) => rule.state !== null)?.state ?? null;
  return state === null ? '' : (placeName({ country: null, state }) ?? '');
};

function textsOfPreset({ name, meaning, source, differs, rules, on }: PolicyPreset): string[] {
  const states = rules.flatMap(({ state }) => (state === null ? [] : [state]));
  return [name, meaning, source, differs ?? '', ...states, on ? 'on' : 'off'];
}
