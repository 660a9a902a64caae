/** The demo's own messages, by the checks that every client's messages get. */
import { expect, test } from 'vitest';
import type { MessageRole } from '#contract/lint-rule.ts';
import { textFaults } from '#domain/lint/text-lint.ts';
import type { HeardStep } from '#domain/lint/time-line.ts';
import { voiceFaults } from '#domain/lint/voice-lint.ts';
import { speechSeconds } from '#domain/speech/speech-pieces.ts';
import * as sample from './sample.ts';

const uses: Record<string, { role: MessageRole; campaign: 'broadcast' | 'linkback' }> = {
  'Payment reminder': { role: 'customer', campaign: 'broadcast' },
  'Answering machine': { role: 'machine', campaign: 'broadcast' },
  'Invitation to talk': { role: 'customer', campaign: 'linkback' },
  'For the agent': { role: 'agent', campaign: 'linkback' },
};

test.each(sample.messages)('"$name" of the demo has no finding in its use', ({ name, steps }) => {
  const use = uses[name];
  if (!use) throw new Error('A message without a use.');
  const heard = steps.map(({ type, value }): HeardStep => {
    const seconds = speechSeconds(value);
    return type === 4
      ? { kind: 'words', text: value, seconds }
      : { kind: 'field', field: value, seconds };
  });
  const { spokenName } = sample;
  expect(voiceFaults(heard, { ...use, spokenName, confirmed: false })).toEqual([]);
});

test('the text of the demo has no finding', () => {
  expect(textFaults(sample.textMessage.message, sample.spokenName)).toEqual([]);
});

test('no message of the demo names a unit that the kind of a field says', () => {
  const words = sample.messages.flatMap(({ steps }) => steps.map(({ value }) => value));
  expect(words.join(' ')).not.toMatch(/dollar/i);
});
