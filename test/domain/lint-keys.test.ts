/** What 9 is offered for, and what is a number to call back, sentence by sentence. */
import { expect, test } from 'vitest';
import type { HeardStep } from '#domain/lint/time-line.ts';
import { voiceFaults } from '#domain/lint/voice-lint.ts';

const saidIn = (text: string, spokenName: string | null = null) =>
  voiceFaults([{ kind: 'words', text, seconds: 5 }], {
    ...{ role: 'customer', campaign: 'broadcast', spokenName, confirmed: false },
  });

test.each([
  'Do not press 9.',
  "Please don't ever press nine.",
  'You need not press 9 to be called again.',
  'Never press key 9.',
])('%s does not offer 9', (text) => {
  expect(saidIn(text)).toContainEqual(expect.objectContaining({ rule: 'voice_stop' }));
});

test.each([
  'Do not hang up: press 9 to be removed.',
  'If you do not want to be called again press 9.',
  'Do not hesitate to press 9.',
  'Select 9 to be removed.',
])('%s offers 9', (text) => {
  expect(saidIn(text)).not.toContainEqual(expect.objectContaining({ rule: 'voice_stop' }));
});

const otherNines = (text: string) =>
  saidIn(text).filter((fault) => fault.rule === 'voice_stop' && fault.kind === 'other');

test.each([
  'This is Harbor Regional. Press nine to confirm your visit. Call us at 800 555 0100.',
  'To stop these calls, press 9. To hear this again, press nine.',
  'Press 9 to confirm, or 1 to stop these calls.',
  'If you want to speak to someone press 9.',
  'Press 9 and we will call you back.',
  'Press 9 to cancel your appointment.',
  'Press 9 to hear this message again.',
  'If you cannot come, press 9.',
  'Press 9 to confirm your appointment and hear its number.',
  'If you are not able to come, press 9.',
  'Para confirmar su cita, marque el nueve.',
  'Press 9 now for more information.',
  'Press 9 to leave a message.',
  'If you have not received a call from us, press 9.',
  'If you did not get our text, press 9.',
  'Press 9 to stop your delivery.',
  'Press 9 to block your card.',
  'Press 9 to delete this message.',
  'Press 9 to remove this charge.',
  'Press 9 to delete your account.',
  'Press 9 to remove late fees.',
  'Press 9 to stop foreclosure.',
  'Press 9 to stop the interest on your loan.',
  'Press 9 to remove the hold on your account.',
  'Press 9 to stop your medication refill.',
  'If you are no longer interested in the house, press 9.',
  'If you can no longer come, press 9.',
])('%s offers 9 for something else', (text) => {
  expect(otherNines(text)).toHaveLength(1);
  expect(saidIn(text, 'Meridian Recovery').map(({ rule }) => rule)).toContain('voice_stop');
});

test.each([
  'Press 9.',
  'Press nine now.',
  'Press 9 to stop.',
  'Press 9, and we stop calling you.',
  'Dial 9 and we will not call again.',
  'To be taken off our list, press 9 now.',
  'Press 9 if you do not want these calls.',
  'If this is a wrong number, press 9.',
  "Press 9 if you'd rather not hear from us.",
  'Press 9 to end this.',
  'To stop hearing from us, press 9.',
  'Press 9 and we will remove you.',
  'Press 9 to stop robocalls.',
  'Press 9 to stop these communications.',
  'Press 9 to be removed from our records.',
  'Press 9 to delete your number.',
  'If you no longer wish to receive these, press 9.',
  'Press 9 to cease calls.',
  'Press 9 to stop immediately.',
  'Press 9 to take your name off.',
  'To leave our calling list, press 9.',
  'Press 9 to leave the call list.',
  'Press 9 to leave this calling list.',
  'If you received this call by mistake, press 9.',
  'To avoid future calls, press 9.',
  'If you are not Ada, press 9.',
  "If you don't want these calls, press 9.",
  'To revoke your consent, press 9.',
  'Para no recibir más llamadas, oprima el 9.',
  'Press 9 to opt out, and press 1 to confirm your visit.',
  'To opt out press 9. To confirm call 800 555 0100.',
  'Our office is open Monday to Friday, 9 to 5.',
  'Admission is 5 dollars for adults and 9 for children.',
])('%s offers 9 for nothing else', (text) => {
  expect(otherNines(text)).toEqual([]);
});

test('the hours of an office do not offer 9', () => {
  for (const text of ['Open Monday to Friday, 9 to 5.', 'Open daily, nine to noon.']) {
    expect(saidIn(text)).toContainEqual(expect.objectContaining({ kind: 'missing' }));
  }
});

test('what 9 is offered for is found beside recordings, and where somebody listened, too', () => {
  const steps: HeardStep[] = [
    { kind: 'sound', seconds: 4 },
    { kind: 'words', text: 'Press 9 to confirm.', seconds: 3 },
  ];
  const use = { campaign: 'broadcast', spokenName: null, confirmed: true } as const;
  const found = [{ rule: 'voice_stop', kind: 'other', place: { step: 2 } }];
  expect(voiceFaults(steps, { ...use, role: 'customer' })).toMatchObject(found);
  expect(voiceFaults(steps, { ...use, role: 'agent' })).toEqual([]);
});

test.each([
  '8 0 0. 5 5 5. 0 1 0 0.',
  'Call 800. 555. 0100.',
  'Eight zero zero. Five five five. Zero one zero zero. Press 9.',
  'Call 800 555 0100. 9 to be removed.',
])('%s says a number to call back', (text) => {
  expect(saidIn(text)).not.toContainEqual(expect.objectContaining({ rule: 'voice_number' }));
});

test.each(['Open at 8. Ask for extension 4417.', 'Your code is 8 0 0. 5 5 5.'])(
  '%s says no number to call back',
  (text) => {
    expect(saidIn(text)).toContainEqual(expect.objectContaining({ rule: 'voice_number' }));
  },
);
