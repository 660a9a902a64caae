/** Which seeds a bench or a simulation plays, as `--first` and `--seeds` say it. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

export interface SeedRange {
  first: number;
  /** At least 1: a goal that nothing was played for is not met. */
  seeds: number;
}

/** Ends the process with 1 and a sentence where a value is no whole number, or there is no seed to play. */
export function seedRange(values: { first: string; seeds: string }): SeedRange {
  return { first: whole('first', values.first, 0), seeds: whole('seeds', values.seeds, 1) };
}

/** As Node's `parseArgs`, but ends the process with 1 and a sentence where it would throw. */
export function benchOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(optionSentence(options));
    if (!(error instanceof TypeError)) throw error;
    process.exit(1);
  }
}

function optionSentence(options: NonNullable<ParseArgsConfig['options']>): string {
  const { tokens } = parseArgs({ options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') return `"${token.value}" is no option.`;
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const known = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!known) return `There is no option ${rawName}. Give ${namesOf(options)}.`;
    if (known.type === 'boolean' && value !== undefined) return `${rawName} takes no value.`;
    if (known.type === 'string' && (value === undefined || value.startsWith('-'))) {
      return `${rawName} needs a value.`;
    }
  }
  return `Give ${namesOf(options)}.`;
}

const namesOf = (options: object) =>
  Object.keys(options)
    .map((name) => `--${name}`)
    .join(', ');

function whole(name: string, value: string, least: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= least) return number;
  console.error(`--${name} takes a whole number from ${least} on, not "${value}".`);
  process.exit(1);
}
