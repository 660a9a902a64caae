import { expect, test } from 'vitest';
import { recordingTexts } from '#contract/message-recording.ts';
import { readRecordingNumber } from './recording-number.ts';

test.each(['(302) 555-0148', '3025550148', '13025550148', ' (302) 555-0148 '])(
  '%s may be called to record',
  (text) => expect(readRecordingNumber(text)).toEqual({ phone: '13025550148' }),
);

test.each([
  ['', recordingTexts.phoneRequired],
  ['(302) 555-014', recordingTexts.tenDigits],
  ['302-555-0148', recordingTexts.tenDigits],
  ['+13025550148', recordingTexts.tenDigits],
  ['(102) 555-0148', recordingTexts.areaCode],
  ['(002) 555-0148', recordingTexts.areaCode],
  ['(302) 155-0148', recordingTexts.notInPlan],
  ['(911) 555-0148', recordingTexts.notInPlan],
])('"%s" may not: %s', (text, problem) => {
  expect(readRecordingNumber(text)).toEqual({ problem });
});
