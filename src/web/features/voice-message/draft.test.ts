import { expect, test } from 'vitest';
import { stepType, voiceMessageTexts } from '#contract/voice-message.ts';
import {
  type DraftStep,
  draftOf,
  emptyDraft,
  formOf,
  moved,
  newStep,
  problemsOf,
  removedVoiceProblem,
  sameDraft,
  sameSound,
  withStep,
} from './draft.ts';

const step = (value: string): DraftStep => ({
  ...newStep(stepType.fixedTts, []),
  value,
  ttsVoiceId: 1,
});
const [a, b, c] = [step('a'), step('b'), step('c')];
const voices = new Map([[1, 'Susan']]);
const values = (steps: readonly DraftStep[]) => steps.map(({ value }) => value).join('');

test('a step is moved up, down and not beyond the ends', () => {
  expect(values(moved([a, b, c], 2, 0))).toBe('cab');
  expect(values(moved([a, b, c], 0, 1))).toBe('bac');
  expect(values(moved([a, b, c], 0, 9))).toBe('bca');
  expect(values(moved([a, b, c], 1, -1))).toBe('bac');
});

test('a changed step keeps its position, a new one goes to the end', () => {
  expect(values(withStep([a, b], { ...a, value: 'x' }))).toBe('xb');
  expect(values(withStep([a, b], c))).toBe('abc');
});

test('a new step speaks with the voice of the one before', () => {
  expect(newStep(stepType.fieldTts, [a, { ...b, ttsVoiceId: 3 }]).ttsVoiceId).toBe(3);
  expect(newStep(stepType.fieldTts, []).ttsVoiceId).toBe(0);
  expect(newStep(stepType.fieldTts, [], 2).ttsVoiceId).toBe(2);
  expect(newStep(stepType.fieldTts, [b], 2).ttsVoiceId).toBe(b.ttsVoiceId);
});

test('after a sound file the next step speaks with the voice of the last spoken one', () => {
  const file = newStep(stepType.uploadedSoundFile, []);
  expect(newStep(stepType.fixedTts, [{ ...b, ttsVoiceId: 3 }, file]).ttsVoiceId).toBe(3);
});

test('a sound step needs a stored or a fresh sound, and each new choice is a change', () => {
  const file = newStep(stepType.uploadedSoundFile, []);
  expect(problemsOf(file, [], voices)).toEqual([voiceMessageTexts.fileRequired]);
  const chosen = { ...file, fresh: { wav: new Uint8Array(2), key: 'one' } };
  expect(problemsOf(chosen, [], voices)).toEqual([]);
  expect(problemsOf({ ...file, fileName: 'file-1.wav' }, [], voices)).toEqual([]);
  expect(sameSound(chosen, { ...chosen, fresh: { wav: new Uint8Array(2), key: 'two' } })).toBe(
    false,
  );
});

test('files stand in the form under the number of their step among the new ones', () => {
  const file = (name: string, fresh: boolean): DraftStep => ({
    ...newStep(stepType.uploadedSoundFile, []),
    value: name,
    clientsFileName: name,
    fileName: fresh ? '' : 'file-1.wav',
    fresh: fresh ? { wav: new Uint8Array(4), key: name } : undefined,
  });
  const steps = [a, file('new.mp3', true), file('old.mp3', false), file('newer.mp3', true)];
  const form = formOf(0, 7, { name: 'M', steps });
  const named = [...form.entries()].map(([key, value]) => [
    key,
    value instanceof File ? value.name : undefined,
  ]);
  expect(named.slice(1)).toEqual([
    ['fileSelect1', 'new.mp3'],
    ['fileSelect2', 'newer.mp3'],
  ]);
  const { messageSteps } = JSON.parse(String(form.get('message')));
  expect(messageSteps.map(({ isDirty }: { isDirty: boolean }) => isDirty)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test('a draft is changed by its name, its steps and their order, not by what it lasts', () => {
  const draft = { name: 'M', steps: [a, b] };
  expect(sameDraft(draft, { name: 'M', steps: [{ ...a, duration: 4 }, b] })).toBe(true);
  expect(sameDraft(draft, { ...draft, name: 'N' })).toBe(false);
  expect(sameDraft(draft, { name: 'M', steps: [b, a] })).toBe(false);
  expect(sameDraft(draft, emptyDraft)).toBe(false);
});

test('what is missing in a step is said with the sentences of the server', () => {
  expect(problemsOf({ ...a, value: ' ', ttsVoiceId: 0 }, [], voices)).toEqual([
    voiceMessageTexts.textRequired,
    voiceMessageTexts.voiceRequired,
  ]);
  const field = { ...newStep(stepType.fieldTts, [a]), ttsFieldId: 12 };
  expect(problemsOf(field, [1, 12], voices)).toEqual([]);
  expect(problemsOf(field, [1], voices)).toEqual([voiceMessageTexts.noSuchField]);
  expect(problemsOf({ ...field, ttsFieldId: 0 }, [1], voices)).toEqual([
    voiceMessageTexts.fieldRequired,
  ]);
});

test('a step whose voice was removed is named, in its row and where the message is saved', () => {
  const gone = { ...b, ttsVoiceId: 101 };
  expect(problemsOf(gone, [], voices)).toEqual(['Its voice was removed. Choose another one.']);
  expect(removedVoiceProblem([a, gone], voices)).toBe(
    'Step 2: its voice was removed. Choose another one.',
  );
  expect(removedVoiceProblem([a, gone], new Map([[101, 'Bella']]))).toBeUndefined();
  const recorded = { ...gone, messageStepType: stepType.recordedWithPhone };
  expect(removedVoiceProblem([recorded], voices)).toBeUndefined();
});

test('the form carries the steps in call order with their ids', () => {
  const saved = draftOf('M', [
    {
      id: 9,
      messageId: 4,
      messageStepType: 5,
      stepOrder: 3,
      value: '',
      ttsVoiceId: 1,
      fileName: '',
      ttsModeId: 2,
      ttsFieldId: 1,
      clientsFileName: '',
      duration: 1.2,
    },
  ]);
  const form = formOf(4, 7, { name: ' M ', steps: [a, ...saved.steps] });
  const message = JSON.parse(String(form.get('message')));
  expect(message).toMatchObject({ id: 4, clientId: 7, name: 'M' });
  expect(message.messageSteps).toMatchObject([
    { id: 0, stepOrder: 0, value: 'a' },
    { id: 9, stepOrder: 1, ttsFieldId: 1, ttsModeId: 2 },
  ]);
});
