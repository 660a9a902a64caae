import { expect, test } from 'vitest';
import { recordingStages } from '#contract/message-recording.ts';
import { callLabels, callStateOf, savedShown } from './phone-call.ts';

const status = { saved: false, callStatus: 'answered', fileName: 'a.wav' } as const;

test('each stage of a recording call has the button label of document 2', () => {
  const labels = recordingStages.map((stage) => callLabels[callStateOf({ ...status, stage })]);
  expect(labels).toEqual([
    'Make Call',
    'Dialing...',
    'In Call...',
    'Recording...',
    'Listening...',
    'Call',
  ]);
  expect(callLabels[callStateOf({ ...status, stage: 'finished', saved: true })]).toBe('Done');
});

test('finished but not saved is an error, and so is terminated while dialing', () => {
  expect(callStateOf({ ...status, stage: 'finished' })).toBe('error');
  expect(callStateOf({ ...status, stage: 'nothing', callStatus: 'terminated' })).toBe('error');
  expect(callStateOf({ ...status, stage: 'nothing', callStatus: 'dialing' })).toBe('dialing');
  expect(callStateOf({ ...status, stage: 'finished', saved: true })).toBe('done');
});

test('Saved stands for 3000 ms', () => {
  expect(savedShown).toBe(3_000);
});
