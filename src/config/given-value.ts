import { readFileSync } from 'node:fs';
import { fileVariable, type Setting } from './settings.ts';

/** The variables of a process. */
export type Environment = Record<string, string | undefined>;

/**
 * The value of a setting; a secret may stand in a file instead, which `<NAME>_FILE` names, as systemd's
 * credentials and Docker's secrets do. Says in `problems` what is wrong with the file.
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
    problems.push(`${name} and ${fileVariable(name)} are both set; one of them is enough.`);
    return undefined;
  }
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') return text;
    problems.push(`${fileVariable(name)} names an empty file (it is "${file}").`);
  } catch (error) {
    problems.push(
      `${fileVariable(name)} names no file that can be read: ${(error as Error).message}.`,
    );
  }
  return undefined;
}
