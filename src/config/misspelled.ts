/** Variables that were meant as settings and are none: nobody would notice that they do nothing. */
import { distance, nearestWord } from '#domain/nearest-word.ts';
import type { Environment } from './given-value.ts';
import { fileVariable, settingNames } from './settings.ts';

/** Of the tests and of deploy/compose.yaml. */
const notSettings = ['CARILLON_CHROMIUM', 'CARILLON_VERSION'];

const ours = settingNames.filter((name) => name.startsWith('CARILLON_'));
/** Their names are not ours alone: other programs have variables such as DATABASE_PASSWORD. */
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
            `${name} is no setting of Carillon. Did you mean ${meant}? "carillon config" lists them all.`,
          ];
    });
}

/** The setting that was meant; undefined: the variable is somebody else's. */
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

/** Two mistakes are one word more easily when it begins otherwise: PAPILLON_PORT is not ours. */
function isClose(word: string, known: string): boolean {
  const by = distance(word, known);
  return by <= 1 || (by === 2 && word[0] === known[0]);
}

/**
 * One mistake after a right DATABASE_, because DATABASE_SSL is two from DATABASE_URL. A number in
 * it is no mistake: DATABASE_URL2 and DATABASE2_URL are a second database of another program.
 */
function isCloseShared(upper: string, known: string): boolean {
  if (/\d/.test(upper)) return false;
  return distance(upper, known) <= (upper.startsWith('DATABASE_') ? 1 : 2);
}

/** By itself or by its file; then what looks like it is of another program. */
function isSet(name: string, environment: Environment): boolean {
  const own = name.replace(/_FILE$/, '');
  return Boolean(environment[own] || environment[fileVariable(own)]);
}
