import type { Environment } from './given-value.ts';
import { fileVariable, type Setting, settings } from './settings.ts';

export interface SettingLine {
  name: string;
  /** As set, secrets masked; undefined when the default holds. */
  value: string | undefined;
  byDefault: string;
  meaning: string;
}

/** Every setting for `carillon config`, without a secret. */
export function settingLines(environment: Environment): SettingLine[] {
  return Object.values(settings).map((setting: Setting) => {
    const { name, byDefault, meaning, secret } = setting;
    const raw = environment[name] || undefined;
    const file = secret && environment[fileVariable(name)];
    const value = raw !== undefined && secret ? secret(raw) : raw;
    const told = secret ? `${meaning} Or the file that ${fileVariable(name)} names.` : meaning;
    return { name, value: value ?? (file && `in ${file}`), byDefault, meaning: told };
  });
}
