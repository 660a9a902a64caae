/** A scrub service as options of a command. */
import { type ScrubQuestion, scrubQuestions } from '#contract/scrub.ts';
import type { ScrubSettings } from '#db/queries/scrub-service.ts';
import { addressFault } from '#service-request.ts';
import { type Context, type Given, type Option, UsageError } from './command.ts';

/** Each with its default, least and most. */
const figures = {
  'good-days': { usual: 30, least: 1, most: 366, meaning: 'Days for which an answer is kept.' },
  batch: { usual: 500, least: 1, most: 5_000, meaning: 'Numbers in one request.' },
  'per-second': { usual: 2, least: 1, most: 50, meaning: 'Requests in one second, at most.' },
} as const;

export const scrubOptions: Record<string, Option> = {
  url: { value: 'https://…', meaning: 'Where it is asked, as docs/scrub-protocol.md says.' },
  questions: {
    value: scrubQuestions.join(','),
    meaning: 'What it answers. Default: all three.',
  },
  ...Object.fromEntries(
    Object.entries(figures).map(([name, { usual, meaning }]) => [
      name,
      { value: String(usual), meaning: `${meaning} Default: ${usual}.` },
    ]),
  ),
  private: { meaning: 'It is on this machine or in a private network, where http:// will do.' },
  'key-stdin': { meaning: 'Its key. Read from a line of standard input.' },
};

/** @throws UsageError with one sentence */
export function scrubSettings(given: Given): ScrubSettings {
  const name = given.words[0] ?? '';
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name)) {
    throw new UsageError(
      `"${name}" is not a valid name. Use at most 40 lowercase letters, digits and hyphens.`,
    );
  }
  const url = given.text('url')?.trim() ?? '';
  if (url === '') throw new UsageError('Give --url, such as --url=https://scrub.example.com/v1.');
  const fault = addressFault(url, given.has('private'));
  if (fault !== undefined) throw new UsageError(`--url: ${fault}`);
  return {
    ...{ name, url, questions: questionsFrom(given.text('questions')) },
    goodDays: figureOf(given, 'good-days'),
    batch: figureOf(given, 'batch'),
    perSecond: figureOf(given, 'per-second'),
    private: given.has('private'),
  };
}

function questionsFrom(text: string | undefined): ScrubQuestion[] {
  if (text === undefined) return [...scrubQuestions];
  const named = text.split(',').map((one) => one.trim());
  const unknown = named.find((one) => !(scrubQuestions as readonly string[]).includes(one));
  if (unknown !== undefined) {
    throw new UsageError(
      `"${unknown}" is not a question. The questions are ${scrubQuestions.join(', ')}.`,
    );
  }
  return scrubQuestions.filter((one) => named.includes(one));
}

function figureOf(given: Given, name: keyof typeof figures): number {
  const { usual, least, most } = figures[name];
  const text = given.text(name);
  if (text === undefined) return usual;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value >= least && value <= most) return value;
  throw new UsageError(
    `--${name} must be a whole number from ${least} to ${most.toLocaleString('en-US')}.`,
  );
}

/** @throws UsageError when it is missing */
export async function scrubKey(given: Given, { isPerson, secret }: Context): Promise<string> {
  if (!isPerson && !given.has('key-stdin')) {
    throw new UsageError('--key-stdin is missing. It reads the key from standard input.');
  }
  const text = (await secret('Key')).trim();
  // It goes into a header.
  if (!/^[\x21-\x7e]{1,500}$/.test(text)) {
    throw new UsageError('The key must have 1 to 500 letters, digits and signs, without spaces.');
  }
  return text;
}
