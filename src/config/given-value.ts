import { readFileSync } from 'node:fs';
import { fileVariable, type Setting } from './settings.ts';

/** The variables of a process. */
export type Environment = Record<string, string | undefined>;

/**
 * The value of a setting. A secret may be in the file that `<NAME>_FILE` names instead, which works
 * with systemd credentials and Docker secrets. Adds what is wrong with the file to `problems`.
 */
export function givenValue(
  { name, secret }: Setting,
  environment: Environment,
  problems: string[],
): string | undefined {
  const value = environment[name];
  const file = secret && environment[fileVariable(name)];
  if (!file) return value;
  if (value) {
    problems.push(`${name} and ${fileVariable(name)} are both set. Set only one of them.`);
    return undefined;
  }
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') return text;
    problems.push(`The file that ${fileVariable(name)} names is empty (${file}).`);
  } catch (error) {
    problems.push(
      `Cannot read the file that ${fileVariable(name)} names: ${(error as Error).message}.`,
    );
  }
  return undefined;
}
