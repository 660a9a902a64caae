/** Finds misspelled settings, which would otherwise be ignored silently. */
import { distance, nearestWord } from '#domain/nearest-word.ts';
import type { Environment } from './given-value.ts';
import { fileVariable, settingNames } from './settings.ts';

/** Used by the tests and by deploy/compose.yaml. */
const notSettings = ['CARILLON_CHROMIUM', 'CARILLON_VERSION'];

const ours = settingNames.filter((name) => name.startsWith('CARILLON_'));
/** Other programs have similar names, such as DATABASE_PASSWORD. */
const shared = settingNames.filter((name) => !name.startsWith('CARILLON_'));

/** A sentence for each; an empty variable counts as absent. */
export function misspelled(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => environment[name] && !settingNames.includes(name))
    .filter((name) => !notSettings.includes(name))
    .sort()
    .flatMap((name) => {
      const meant = meantBy(name, environment);
      return meant === undefined
        ? []
        : [
            `${name} is not a Carillon setting. Did you mean ${meant}? Run "carillon config" for a list.`,
          ];
    });
}

/** The setting that was meant; undefined: the variable belongs to another program. */
function meantBy(name: string, environment: Environment): string | undefined {
  const upper = name.toUpperCase();
  const [head = ''] = upper.split('_');
  if (isClose(head, 'CARILLON') || ours.some((one) => isClose(upper, one))) {
    if (head === upper && head === 'CARILLON') return undefined;
    const rest = upper.slice(head.length + 1);
    const asShared = (one: string) => isClose(rest, one) || isClose(`DATABASE_${rest}`, one);
    return shared.find(asShared) ?? nearestWord(upper, ours);
  }
  return shared.find((one) => isCloseShared(upper, one) && !isSet(one, environment));
}

/** With two mistakes the first letter must be right: PAPILLON_PORT is not ours. */
function isClose(word: string, known: string): boolean {
  if (Math.abs(word.length - known.length) > 2) return false;
  const by = distance(word, known);
  return by <= 1 || (by === 2 && word[0] === known[0]);
}

/**
 * Allows one mistake after a correct DATABASE_, because DATABASE_SSL is two from DATABASE_URL. A
 * digit is no mistake: DATABASE_URL2 and DATABASE2_URL are a second database of another program.
 */
function isCloseShared(upper: string, known: string): boolean {
  if (/\d/.test(upper) || Math.abs(upper.length - known.length) > 2) return false;
  return distance(upper, known) <= (upper.startsWith('DATABASE_') ? 1 : 2);
}

/** Set directly or by its file; then a similar name belongs to another program. */
function isSet(name: string, environment: Environment): boolean {
  const own = name.replace(/_FILE$/, '');
  return Boolean(environment[own] || environment[fileVariable(own)]);
}
