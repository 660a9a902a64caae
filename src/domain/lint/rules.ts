/**
 * The checks of messages as data. By default only what certainly breaks a promise blocks a start: a
 * key that nothing answers, and brackets that people would read. Everything that law or practice asks
 * for is a warning, because whether it applies to a message is the client's to know.
 */
import type { LintLevel, LintRule } from '#contract/lint-rule.ts';

interface Rule {
  name: string;
  standard: LintLevel;
  source: string;
}

const artificialVoice = '47 CFR 64.1200(b)';
const practice = 'Practice of telephone campaigns';
const segments = '3GPP TS 23.038';

export const lintTable: Record<LintRule, Rule> = {
  voice_name: {
    name: 'Who calls is said first',
    standard: 'warn',
    source: `${artificialVoice}(1)`,
  },
  voice_stop: {
    name: '9 is offered within 2 seconds after it',
    standard: 'warn',
    source: `${artificialVoice}(3)`,
  },
  voice_number: {
    name: 'A number to call back is said',
    standard: 'warn',
    source: `${artificialVoice}(2)`,
  },
  voice_machine_number: {
    name: "A machine's message says a number, too",
    standard: 'warn',
    source: `${artificialVoice}(2)`,
  },
  voice_machine_toll_free: {
    name: "The number in a machine's message is toll-free",
    standard: 'note',
    source: `${artificialVoice}(3)`,
  },
  voice_press_one: {
    name: '1 is promised only in a Linkback',
    standard: 'block',
    source: 'Carillon connects an agent only in a Linkback',
  },
  voice_length: { name: 'Length', standard: 'warn', source: practice },
  voice_level: { name: 'Level', standard: 'warn', source: practice },
  voice_silence: { name: 'Silence', standard: 'warn', source: practice },
  voice_clipping: { name: 'Clipping', standard: 'warn', source: practice },
  voice_removed: {
    name: 'Voices that were removed',
    standard: 'warn',
    source: 'The speech engines that the operator added',
  },
  voice_blank: { name: 'Blank values', standard: 'note', source: 'The contact list' },
  voice_unheard: {
    name: 'Recordings that nobody confirmed',
    standard: 'note',
    source: artificialVoice,
  },
  voice_bracket: {
    name: 'Account fields in brackets',
    standard: 'block',
    source: 'Carillon speaks an account field as a step of its own',
  },
  text_name: {
    name: "The sender's name",
    standard: 'warn',
    source: 'CTIA Messaging Principles and Best Practices, 5.1',
  },
  text_stop: {
    name: 'STOP is offered',
    standard: 'warn',
    source: 'CTIA Messaging Principles and Best Practices, 5.1.3',
  },
  text_link: {
    name: 'No shortened links',
    standard: 'warn',
    source: 'CTIA Messaging Principles and Best Practices, 5.3.2',
  },
  text_ucs2: { name: 'Characters that cost segments', standard: 'note', source: segments },
  text_segments: { name: 'Segments over the list', standard: 'note', source: '3GPP TS 23.040' },
  text_blank: { name: 'Blank account fields', standard: 'note', source: 'The contact list' },
  text_bracket: {
    name: 'Account fields without their bracket',
    standard: 'block',
    source: 'Carillon fills in only what stands in brackets',
  },
};

/** Seconds from the beginning by which the name has begun: "at the beginning of the message". */
export const nameWithin = 6;
/** Seconds from the end of the name by which 9 is offered. */
export const stopWithin = 2;
/** Seconds that a message for a person or a machine takes at most, and at least. */
export const longestSeconds = 60;
export const shortestSeconds = 2;
/** Seconds of silence inside a message at most, and at its beginning. */
export const longestSilence = 2;
export const longestStart = 1;
/** Root mean square of what is not silent, as a share of full scale: -30 dB, ten below the target. */
export const leastLevel = 0.0316;
/** Share of the samples that touch the highest level; speech that is not clipped stays far below. */
export const mostAtPeak = 0.01;
/** Segments of a text at most. */
export const mostSegments = 3;
