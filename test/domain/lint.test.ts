/**
 * Sixty messages with one planted fault each, and sixty clean ones (lint-corpus.json); and as many in the
 * manner of companies, written apart from the rules (lint-companies.json). Voices are rendered only where
 * the sound itself is judged; the others stand on the time line of a plan.
 */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import type { LintRule, MessageRole } from '#contract/lint-rule.ts';
import { type Fault, isOnlyNote } from '#domain/lint/fault.ts';
import { faultWords, placeWords } from '#domain/lint/lint-words.ts';
import { lintTable } from '#domain/lint/rules.ts';
import { type SoundPart, soundFaults } from '#domain/lint/sound-lint.ts';
import { spreadOf, textFaults } from '#domain/lint/text-lint.ts';
import type { HeardStep } from '#domain/lint/time-line.ts';
import { blankFaults, voiceFaults } from '#domain/lint/voice-lint.ts';
import { telephoneSoundOf } from '#domain/sound/telephone-sound.ts';
import { speechSeconds } from '#domain/speech/speech-pieces.ts';
import { spokenText } from '#domain/speech/spoken-text.ts';
import { voiceById } from '#domain/speech/voices.ts';
import { fliteSpeaker } from '#speech/flite/flite.ts';

interface Step {
  say?: string;
  field?: string;
  /** Seconds of a recording. */
  recording?: number;
  /** The step is really spoken, and its sound spoiled in this way. */
  sound?: 'fine' | 'quiet' | 'pause' | 'clipped' | 'hard';
  voice?: number;
}

interface VoiceCase {
  id: string;
  channel: 'voice';
  name: string | null;
  role: MessageRole;
  campaign: 'broadcast' | 'linkback';
  steps: Step[];
  confirmed?: boolean;
  blank?: Record<string, number>;
  of?: number;
  fault: LintRule | null;
}

interface TextCase {
  id: string;
  channel: 'text';
  name: string;
  text: string;
  /** First names of a list, each with how many numbers have it. */
  list?: [name: string, numbers: number][];
  fault: LintRule | null;
}

const messagesOf = (file: string): (VoiceCase | TextCase)[] =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const speaker = fliteSpeaker();
afterAll(() => speaker.close());

describe.each([
  ['The corpus of messages', messagesOf('lint-corpus.json')],
  ['The messages of companies', messagesOf('lint-companies.json')],
])('%s', (_, corpus) => {
  test('has sixty with one planted fault each, and all are found, with nothing else', async () => {
    const planted = corpus.filter(({ fault }) => fault !== null);
    expect(planted).toHaveLength(60);
    const found = await Promise.all(planted.map(async (one) => [one.id, await rulesIn(one)]));
    expect(found).toEqual(planted.map(({ id, fault }) => [id, [fault]]));
  });

  test('has sixty clean ones, with at most two findings', async () => {
    const clean = corpus.filter(({ fault }) => fault === null);
    expect(clean).toHaveLength(60);
    const found = await Promise.all(
      clean.map(async (one) => ({ id: one.id, rules: await rulesIn(one) })),
    );
    const wrong = found.filter(({ rules }) => rules.length > 0);
    expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(2);
  });

  test('gives every finding a place, a sentence and a cure', async () => {
    for (const one of corpus) {
      for (const fault of await faultsIn(one)) {
        const { sentence, cure } = faultWords(fault);
        expect(placeWords(fault.place)).not.toBe('');
        expect(sentence).toMatch(/[.!?]$/);
        expect(cure).toMatch(/[.!?"]$/);
        expect(`${sentence} ${cure}`).not.toMatch(/undefined|NaN/);
      }
    }
  });
});

const saidIn = (text: string, spokenName: string | null = null) =>
  voiceFaults([{ kind: 'words', text, seconds: 5 }], {
    ...{ role: 'customer', campaign: 'broadcast', spokenName, confirmed: false },
  });
const blocks = (faults: readonly Fault[]) =>
  faults.filter((one) => lintTable[one.rule].standard === 'block' && !isOnlyNote(one));

describe('What blocks a start by itself', () => {
  test.each([
    'Choose one of our plans.',
    'Select one of our branches, or visit one.',
    'Enter one of the two codes.',
    'Press one of the keys to go on.',
    'Dial 1, 800, 555 0100.',
    'Dial one, eight hundred, five five five, zero one zero zero.',
    'Please dial 1. 800 555 0100.',
    'Bring a card or one to be issued.',
    'Touch one to three of our branches.',
    'You can hit one million people.',
    'Press one key of your choice.',
    'Marque un número de la lista.',
    'Select one for each of your children.',
    'Choose one to try at home.',
    'Choose 1 of 3 plans.',
    'Choose 1 for each of your children.',
    'Touch 1 to 3 of our screens.',
    'Use one to be safe.',
    'Use the one key that you were given.',
    'Choose 1 or more plans.',
    'Use 1 to wash.',
    'Enter one to win.',
    'Do not press 1.',
    'There is no need to press 1 now.',
    'You do not need to press any key.',
    'Press any time.',
    'Call any number on our list.',
    'To reach us, dial any number on your card, or 800 555 0100.',
    'To pay, tap any button in our app.',
  ])('%s offers no key', (text) => {
    expect(blocks(saidIn(text))).toEqual([]);
  });

  test.each([
    'Press 1 to talk to us.',
    'Hit key one now.',
    'Push button 1.',
    'To talk to us, dial 1.',
    'Oprima el 1 para hablar.',
    'Marque el uno.',
    'Appuyez sur un pour nous parler.',
    'Press the number one key to pay.',
    'Press the 1 button.',
    'Press 9 to stop, or one to talk to us.',
    'Select 1 for an agent.',
    'Use key 1 to be connected.',
    'Use key one to be connected.',
    'Touch one now to reach us.',
    'Touch 1 now to reach us.',
    'Choose option 1 to pay.',
    'Choose 9 to stop, or 1 to talk to us.',
    'Enter 1.',
    'Tap one to talk to us.',
    'Seleccione 1 para hablar.',
    'Tapez 1 pour nous parler.',
    'Do not wait: press 1 to talk to us.',
    'If you do not want to wait press 1.',
    'Press any key to speak to someone.',
    'To speak to someone, hit any button on your phone.',
    'Press any one of the keys to go on.',
    'Press any button in order to speak to an agent.',
    'Press any key on your touch-tone phone to speak to an agent.',
    'Press any key in the next ten seconds to talk to us.',
    'Press any key from your phone to be connected.',
    'Dial any number to be connected to an agent.',
    'Oprima cualquier tecla para hablar.',
    "Appuyez sur n'importe quelle touche.",
  ])('%s offers the key 1', (text) => {
    expect(blocks(saidIn(text)).map(({ rule }) => rule)).toEqual(['voice_press_one']);
  });

  test.each([
    'Have your account (file number on your bill) ready.',
    'Your initials (last name) please.',
    'See [file number on your bill] and (first_name).',
    '[Enter your last name]',
    'Dear {{last_name}}, hello.',
    'Dear first_name, hello.',
    '[first name] [last_name]',
  ])('%s has no broken bracket', (text) => {
    expect(blocks(textFaults(text, null))).toEqual([]);
  });

  test.each([
    ['Hello [first_name, hi.', '[first_name'],
    ['Hello [first name and [last_name].', '[first name'],
    ['Hello last_name], hi.', 'last_name]'],
    ['[first_name] file number]', 'file number]'],
    ['Hello [First_Name) hi', '[First_Name'],
    ['Hello [[first_name], hi.', '[[first_name]'],
    ['Hello [first_name]], hi.', '[first_name]]'],
  ])('%s has one', (text, written) => {
    expect(blocks(textFaults(text, null))).toMatchObject([{ rule: 'text_bracket', written }]);
  });
});

const stopIsMissing = (text: string) =>
  textFaults(text, null).some(({ rule }) => rule === 'text_stop');

test.each([
  'Meet us at the bus STOP at 5th street.',
  "Don't STOP believing.",
  'Do not reply STOP.',
  'WE WILL STOP. CALL US.',
  'The bus stop to the left has moved.',
  'Full STOP.',
])('%s does not offer STOP', (text) => {
  expect(stopIsMissing(text)).toBe(true);
});

test.each([
  'STOP ends.',
  'Opt out: STOP',
  'HELP for help, STOP to leave.',
  'STOP at any time.',
  'Wait at the bus STOP. Reply STOP to opt out.',
  'To opt out, text the word STOP.',
  '(STOP=end)',
  'HELP or STOP anytime',
  'Text stop to be removed.',
])('%s offers STOP', (text) => {
  expect(stopIsMissing(text)).toBe(false);
});

describe('An account field that a voice message would speak as it is written', () => {
  const foundIn = (...texts: string[]) =>
    voiceFaults(
      texts.map((text) => ({ kind: 'words', text, seconds: 4 })),
      { role: 'agent', campaign: undefined, spokenName: null, confirmed: false },
    ).filter(({ rule }) => rule === 'voice_bracket');

  test.each([
    ['Hello [first_name], hello.', '[first_name]'],
    ['Hello [First Name].', '[First Name]'],
    ['Hello [last_name, hello.', '[last_name'],
  ])('blocks: %s', (text, written) => {
    expect(foundIn('Good day.', text)).toMatchObject([{ written, place: { step: 2 } }]);
    expect(blocks(foundIn(text))).toHaveLength(1);
  });

  test.each(['Your balance is [Balance].', 'Hello {{first_name}}.', 'Hello first_name.'])(
    'is a note where it is only likely: %s',
    (text) => {
      const found = foundIn(text);
      expect(found).toHaveLength(1);
      expect(blocks(found)).toEqual([]);
    },
  );

  test('is none in plain words', () => {
    expect(foundIn('Your first name (as on the bill), please.', 'Your last name.')).toEqual([]);
  });

  test('says where, and names the step that speaks it', () => {
    const [fault] = foundIn('Good day to you all, [first_name].');
    if (!fault) throw new Error('Nothing was found.');
    expect(fault.place.seconds).toBeGreaterThan(2);
    expect(faultWords(fault)).toEqual({
      sentence:
        '"[first_name]" is spoken as it is written: brackets fill in nothing in a voice message.',
      cure: 'Take it out, and add a step that speaks the account field.',
    });
  });
});

test('a shortener is a host, not a word in the path of an own address', () => {
  const linksIn = (text: string) =>
    textFaults(text, null).flatMap((fault) => (fault.rule === 'text_link' ? fault.link : []));
  expect(linksIn('See https://example.com/bit.ly or https://habit.ly/a. STOP ends.')).toEqual([]);
  expect(linksIn('See HTTPS://www.Bit.ly/a, or t.co/b. STOP ends.')).toEqual([
    'HTTPS://www.Bit.ly/a',
  ]);
});

test('a name of another script cannot be checked: a note that can never block', () => {
  for (const name of ['東京銀行', 'Банк Harbor', '!!!']) {
    const [voice] = saidIn('Hello. This is Harbor Bank.', name);
    expect(voice).toMatchObject({ rule: 'voice_name', kind: 'unchecked' });
    const [text] = textFaults('Hello. Reply STOP to stop.', name);
    expect(text).toMatchObject({ rule: 'text_name', kind: 'unchecked' });
    expect([voice, text].map((one) => one && isOnlyNote(one))).toEqual([true, true]);
    expect(voice && faultWords(voice).sentence).toContain('It cannot be checked');
    expect(textFaults(`${name}: hello. Reply STOP to stop.`, name)).not.toContainEqual(
      expect.objectContaining({ rule: 'text_name' }),
    );
  }
});

async function rulesIn(one: VoiceCase | TextCase): Promise<LintRule[]> {
  return (await faultsIn(one)).map(({ rule }) => rule);
}

const known = new Map<string, Promise<Fault[]>>();

function faultsIn(one: VoiceCase | TextCase): Promise<Fault[]> {
  const faults =
    known.get(one.id) ??
    (one.channel === 'text' ? Promise.resolve(textFaultsIn(one)) : voiceFaultsIn(one));
  known.set(one.id, faults);
  return faults;
}

function textFaultsIn({ text, name, list }: TextCase): Fault[] {
  const groups = (list ?? []).map(([first, numbers]) => ({
    numbers,
    values: { '[first_name]': first, '[last_name]': 'Hopper', '[file_number]': '4417' } as const,
  }));
  // What the text itself takes on the whole list, also where no name is given.
  const some = groups.length > 0 ? groups : [groupOfOne];
  return [...textFaults(text, name), ...spreadOf(text, some).faults];
}

const groupOfOne = {
  numbers: 1,
  values: { '[first_name]': 'Ada', '[last_name]': 'Hopper', '[file_number]': '4417' },
} as const;

async function voiceFaultsIn(one: VoiceCase): Promise<Fault[]> {
  const sounds = await Promise.all(one.steps.map(render));
  const steps = one.steps.map((step, index): HeardStep => {
    const samples = sounds[index]?.length;
    const seconds = samples === undefined ? secondsOf(step) : samples / 8000;
    if (step.say !== undefined) return { kind: 'words', text: step.say, seconds };
    return step.field === undefined
      ? { kind: 'sound', seconds }
      : { kind: 'field', field: step.field, seconds };
  });
  const use = {
    role: one.role,
    campaign: one.campaign,
    spokenName: one.name,
    confirmed: one.confirmed ?? false,
  };
  const blank = blankFaults(steps, {
    of: one.of ?? 0,
    blank: new Map(Object.entries(one.blank ?? {})),
    unread: new Map(),
    unspoken: new Map(),
  });
  return [...voiceFaults(steps, use), ...blank, ...measured(sounds)];
}

function secondsOf({ say, field, recording }: Step): number {
  return recording ?? speechSeconds(say ?? field ?? '');
}

/** As a call plays an uploaded file of it; undefined where the plan is enough. */
async function render({ say = '', voice = 1, sound }: Step): Promise<Int16Array | undefined> {
  if (sound === undefined) return undefined;
  const person = voiceById(voice);
  if (!person) throw new Error('There is no such voice.');
  const spoken = await speaker.speak(spokenText(say), person);
  return telephoneSoundOf(
    spoiled(
      Float32Array.from(spoken, (one) => one / 32_768),
      sound,
    ),
    8000,
  );
}

function spoiled(samples: Float32Array, sound: NonNullable<Step['sound']>): Float32Array {
  const middle = Math.floor(samples.length / 2);
  const clip = (gain: number) => samples.map((one) => Math.max(-1, Math.min(1, one * gain)));
  if (sound === 'clipped') return clip(12);
  if (sound === 'hard') return clip(40);
  if (sound === 'quiet') {
    // A knock against the microphone keeps the rest from being raised.
    const quiet = samples.map((one) => one * 0.1);
    quiet[middle] = 1;
    return quiet;
  }
  if (sound === 'fine') return samples;
  const pause = new Float32Array(samples.length + 3 * 8000);
  pause.set(samples.subarray(0, middle));
  pause.set(samples.subarray(middle), middle + 3 * 8000);
  return pause;
}

function measured(sounds: readonly (Int16Array | undefined)[]): Fault[] {
  const parts: SoundPart[] = [];
  const heard: Int16Array[] = [];
  let from = 0;
  for (const [index, samples] of sounds.entries()) {
    if (!samples) continue;
    parts.push({ step: index + 1, from, samples: samples.length, field: false });
    heard.push(samples);
    from += samples.length;
  }
  const preview = new Int16Array(from);
  for (const [index, part] of parts.entries()) preview.set(heard[index] ?? [], part.from);
  return soundFaults(parts, preview);
}
