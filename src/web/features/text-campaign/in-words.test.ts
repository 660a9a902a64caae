import { expect, test } from 'vitest';
import { plainWords } from '#web/ui/words.tsx';
import { newDraft } from './draft.ts';
import { type Chosen, campaignWords } from './in-words.ts';

const chosen: Chosen = {
  messages: [
    { id: 4, name: 'Reminder', message: 'Your appointment is tomorrow.' },
    { id: 5, name: 'With a name', message: `[first_name], ${'please call us back. '.repeat(9)}` },
  ],
  numbers: [{ textingPhoneNumberId: 7, phoneNumber: '13025550119' }],
  sample: undefined,
};
const choices = { sendersNumberId: 7, messageTextId: 4, purpose: undefined, followUps: [] };
const draft = { name: 'Balance', textPerMinute: 30, ...choices };
const said = (given: Partial<typeof draft>) =>
  plainWords(campaignWords({ ...draft, ...given }, chosen)[0] ?? []);

test('a text campaign is said in one sentence', () => {
  expect(said({})).toBe(
    'Texts 30 people a minute from (302) 555-0119 when somebody starts it, sending Reminder, 1 segment.',
  );
  expect(said({ textPerMinute: 1, messageTextId: 5 })).toContain('Texts 1 person a minute from');
  expect(said({ messageTextId: 5 })).toContain('sending With a name, about 2 segments.');
});

test('segments are counted with the values of the account that the preview shows', () => {
  const message = `[first_name] [last_name], ${'x'.repeat(140)}`;
  const given = { ...chosen, messages: [{ id: 4, name: 'Reminder', message }] };
  const values = { '[first_name]': 'Ada', '[last_name]': 'Bo', '[file_number]': '' };
  const words = (sample: Chosen['sample']) =>
    plainWords(campaignWords({ ...draft }, { ...given, sample })[0] ?? []);
  expect(words({ values })).toContain('sending Reminder, about 1 segment.');
  expect(words(null)).toContain('sending Reminder, about 2 segments.');
});

test('what is missing or refused is said to be missing; a rate of 0 sends nothing', () => {
  expect(plainWords(campaignWords(newDraft, chosen)[0] ?? [])).toBe(
    'Texts people at no rate yet from no number yet when somebody starts it, sending no message yet.',
  );
  expect(said({ textPerMinute: 1.5 })).toContain('Texts people at no rate yet');
  expect(said({ textPerMinute: 0 })).toContain('Texts nobody, because the rate is 0,');
});
