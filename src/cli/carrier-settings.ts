/** A kind's settings as options of the command line. */
import { z } from 'zod';
import type { CarrierKind } from '#carriers/kind.ts';
import type { CarrierSettingTexts } from '#db/queries/carrier.ts';
import { planCountries } from '#domain/dialing.ts';
import { withPeriod } from '#domain/final-period.ts';
import { type Context, type Given, type Option, UsageError } from './command.ts';
import { ownPhoneOf } from './shared.ts';

/** What a kind of carrier or of speech engine asks for. */
type Asking = Pick<CarrierKind<unknown>, 'settings' | 'secrets'>;

export type CarrierKinds = Readonly<Record<string, CarrierKind<unknown>>>;

/** What an operator typed, split in two: only `settings` may be shown. */
export interface TypedSettings {
  settings: CarrierSettingTexts;
  secrets: CarrierSettingTexts;
}

/** `bindTimeout` is `--bind-timeout`. */
export const optionOf = (key: string) =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const secretOptionOf = (key: string) => `${optionOf(key)}-stdin`;

/** `carillon carrier add KIND …`: every setting; a secret is asked for, or read from standard input. */
export function settingOptions({ settings, secrets }: Asking): Record<string, Option> {
  const options: Record<string, Option> = {};
  for (const [key, schema] of Object.entries(settings.shape)) {
    const { description = '' } = schema as z.ZodType;
    const meaning = description === '' ? '' : withPeriod(description);
    if (secrets.includes(key)) {
      options[secretOptionOf(key)] = { meaning: `${meaning} Read from a line of standard input.` };
    } else if (isSwitch(schema as z.ZodType)) {
      options[optionOf(key)] = { meaning };
    } else {
      const said = `${meaning} ${defaultOf(schema as z.ZodType)}`.trim();
      options[optionOf(key)] = { value: choicesOf(schema as z.ZodType), meaning: said };
    }
  }
  return options;
}

/** A setting that is "yes" or absent: `--private`. */
function isSwitch(schema: z.ZodType): boolean {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return inner instanceof z.ZodLiteral && inner.value === 'yes';
}

/** `hex|decimal` where the setting takes only these values. */
function choicesOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodEnum) return schema.options.join('|');
  const wrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional;
  return wrapped ? choicesOf(schema.unwrap() as z.ZodType) : '…';
}

/** The default in words; '' when the setting is required, or its absence has no name. */
function defaultOf(schema: z.ZodType): string {
  if (!(schema instanceof z.ZodDefault)) return '';
  const value = String(schema.def.defaultValue);
  return value === '' ? '' : `Default: ${value}.`;
}

/**
 * The options of the command line, over the settings before them. `--key=` resets a setting.
 *
 * @throws UsageError when a required secret is missing and nobody can be asked
 */
export async function typedSettings(
  kind: Asking,
  given: Given,
  context: Context,
  before: TypedSettings = { settings: {}, secrets: {} },
): Promise<TypedSettings> {
  const settings = { ...before.settings };
  const secrets = { ...before.secrets };
  for (const [key, schema] of Object.entries(kind.settings.shape)) {
    if (kind.secrets.includes(key)) {
      const asked = given.has(secretOptionOf(key)) || isMissing(schema as z.ZodType, secrets[key]);
      if (asked) secrets[key] = await secretOf(key, given, context);
      continue;
    }
    if (isSwitch(schema as z.ZodType)) {
      if (given.has(optionOf(key))) settings[key] = 'yes';
      continue;
    }
    const text = given.text(optionOf(key));
    if (text === '') delete settings[key];
    else if (text !== undefined) settings[key] = text;
  }
  return { settings, secrets };
}

const isMissing = (schema: z.ZodType, text: string | undefined) =>
  text === undefined && !schema.safeParse(undefined).success;

async function secretOf(key: string, given: Given, { isPerson, secret }: Context): Promise<string> {
  const option = secretOptionOf(key);
  if (!isPerson && !given.has(option)) {
    throw new UsageError(`--${option} is missing. It reads the ${words(key)} from standard input.`);
  }
  const text = (await secret(sentenceCase(words(key)))).trim();
  if (text === '') throw new UsageError(`The ${words(key)} is empty.`);
  return text;
}

/** `authToken` is "auth token". */
const words = (key: string) => optionOf(key).replaceAll('-', ' ');

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The settings, parsed by their kind. @throws UsageError with a sentence for each invalid one */
export function checkedSettings(kind: Asking, typed: TypedSettings): unknown {
  const texts: CarrierSettingTexts = { ...typed.settings, ...typed.secrets };
  const checked = kind.settings.safeParse(texts);
  if (checked.success) {
    const { callerId } = typed.settings;
    // People call back what their telephone shows.
    if (callerId !== undefined) ownPhoneOf(callerId, planCountries);
    return checked.data;
  }
  throw new UsageError(
    checked.error.issues.map((issue) => problemOf(kind, issue, texts)).join('\n'),
  );
}

function problemOf(
  { secrets }: Asking,
  { path, message }: z.core.$ZodIssue,
  texts: CarrierSettingTexts,
): string {
  const [key] = path;
  if (typeof key !== 'string') return withPeriod(sentenceCase(message));
  const option = secrets.includes(key) ? secretOptionOf(key) : optionOf(key);
  if (texts[key] === undefined) return `--${option} is missing.`;
  return withPeriod(`--${option} ${message}`);
}

/** `host=smsc.example.net, port=2775, password=****`. */
export function describeSettings({ settings, secrets }: TypedSettings): string {
  const shown = Object.entries(settings).map(([key, text]) => `${optionOf(key)}=${text}`);
  const hidden = Object.keys(secrets).map((key) => `${optionOf(key)}=****`);
  return [...shown, ...hidden].join(', ');
}
