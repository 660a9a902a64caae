/**
 * Rules of law as data, ready to be switched on: each with its source, the day on which it was
 * looked up, two public addresses, and where those differ.
 *
 * This is not legal advice, and it switches nothing on: an operator reads the meaning and the
 * source, asks a lawyer, and takes the preset into a client's policy, where its rules are rows like
 * any other. Laws change; `sourceDate` says how old a reading is.
 *
 * States whose hours are the federal ones have no preset, because those hours hold anyway. Where a
 * law speaks of calls alone, the hours hold for texts too, because a text counts as a call under
 * federal law and several states say so. Exceptions of a law (consent, business with the person, a
 * trade) are left out: a preset is never looser than its law, but may be stricter.
 */
import type { PolicyRule } from '#contract/policy.ts';
import { canadaPresets } from './presets/canada.ts';
import { federalPresets } from './presets/federal.ts';
import type { Preset } from './presets/preset.ts';
import { recordedPresets } from './presets/recorded.ts';
import { statePresetsToM } from './presets/states-a-m.ts';
import { statePresetsFromN } from './presets/states-n-w.ts';

export type { Preset } from './presets/preset.ts';

/** Federal ones and Canada's first, then states in alphabetical order, then those for recorded calls. */
export const presets: readonly Preset[] = [
  ...federalPresets,
  ...canadaPresets,
  ...statePresetsToM,
  ...statePresetsFromN,
  ...recordedPresets,
];

const byCode = new Map(presets.map((preset) => [preset.code, preset]));

export function presetOf(code: string): Preset | undefined {
  return byCode.get(code);
}

/** Its rules as rows of a client's policy, before they have ids. */
export function rowsOfPreset({ code, source, sourceDate, rules }: Preset) {
  return rules.map(
    (rule): Omit<PolicyRule, 'ruleId'> => ({
      ...rule,
      campaignId: null,
      preset: code,
      source,
      sourceDate,
    }),
  );
}
