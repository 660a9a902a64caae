import type { Environment } from './given-value.ts';
import { fileVariable, type Setting, settings } from './settings.ts';

export interface SettingLine {
  name: string;
  /** As set, with secrets masked; undefined when the default applies. */
  value: string | undefined;
  byDefault: string;
  meaning: string;
}

/** Every setting for `carillon config`, with secrets masked. */
export function settingLines(environment: Environment): SettingLine[] {
  return Object.values(settings).map((setting: Setting) => {
    const { name, byDefault, meaning, secret } = setting;
    const raw = environment[name] || undefined;
    const file = secret && environment[fileVariable(name)];
    const value = raw !== undefined && secret ? secret(raw) : raw;
    const shown = secret ? `${meaning} Or name a file in ${fileVariable(name)}.` : meaning;
    return { name, value: value ?? (file && `in ${file}`), byDefault, meaning: shown };
  });
}
