import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simMs } from './milliseconds.ts';
import {
  newRecordingCall,
  onRecordingEvent,
  onRecordingTime,
  type RecordingAction,
  type RecordingCall,
  type RecordingEvent,
} from './recording-menu.ts';

const key = (pressed: string): RecordingEvent => ({ kind: 'key', key: pressed });
const answered: RecordingEvent = { kind: 'answered' };
const recorded: RecordingEvent = { kind: 'recorded' };
const played: RecordingEvent = { kind: 'played' };
const hungUp: RecordingEvent = { kind: 'ended', cause: 'hangup' };

/** What a call does step by step, "inmenu say welcome", and where it ends. */
function walk(events: readonly RecordingEvent[]) {
  let call = newRecordingCall();
  const lines: string[] = [];
  for (const event of events) {
    const step = onRecordingEvent(call, event, simMs(0));
    call = step.call;
    lines.push([call.stage, describe(step.action)].filter(Boolean).join(' '));
  }
  return { call, lines };
}

function describe(action: RecordingAction | undefined): string {
  if (!action) return '';
  return action.do === 'say' ? `say ${action.prompt}` : action.do;
}

test('a person records, listens and keeps the recording', () => {
  const { call, lines } = walk([answered, key('1'), recorded, key('2'), played, key('3'), played]);
  expect(lines).toEqual([
    'inmenu say welcome',
    'recording record',
    'inmenu say choose',
    'listening playBack',
    'inmenu say choose',
    'finished say saved',
    'finished hangUp',
  ]);
  expect(call).toMatchObject({ kept: true, reason: undefined });
});

test('a person who does not like the recording makes another', () => {
  const { lines } = walk([answered, key('1'), recorded, key('2'), key('1'), recorded, key('3')]);
  expect(lines.slice(3)).toEqual([
    'listening playBack',
    'recording record',
    'inmenu say choose',
    'finished say saved',
  ]);
});

test('before anything is recorded there is nothing to hear or keep', () => {
  for (const pressed of ['2', '3', '9', '#']) {
    expect(walk([answered, key(pressed)]).lines.at(-1)).toBe('inmenu say welcome');
  }
});

test.each([
  ['busy', { code: 'recording_busy' }],
  ['no_answer', { code: 'recording_no_answer' }],
  ['failed', { code: 'recording_failed' }],
] as const)(
  'a call that was not answered (%s) ends as dialing, with its reason',
  (cause, reason) => {
    const { call } = walk([{ kind: 'ended', cause }]);
    expect(call).toMatchObject({ stage: 'nothing', over: true, kept: false, reason });
  },
);

test('who hangs up in the middle has kept nothing', () => {
  for (const events of [[answered], [answered, key('1')], [answered, key('1'), recorded]]) {
    const { call } = walk([...events, hungUp]);
    const reason = { code: 'recording_hung_up' };
    expect(call).toMatchObject({ stage: 'finished', over: true, kept: false, reason });
  }
});

test('someone who presses nothing hears the menu three times, then the call ends', () => {
  let call = onRecordingEvent(newRecordingCall(), answered, simMs(0)).call;
  const said: number[] = [];
  for (let now = 0; now < 120_000; now += 1_000) {
    if (now % 5_000 === 0 && call.waitsUntil === undefined) {
      call = onRecordingEvent(call, played, simMs(now)).call;
    }
    const step = onRecordingTime(call, simMs(now));
    call = step.call;
    if (step.action?.do === 'say') said.push(now);
    if (step.action?.do === 'hangUp') break;
  }
  expect(said.length).toBe(2);
  expect(call.reason).toEqual({ code: 'recording_silent' });
  expect(onRecordingEvent(call, hungUp, simMs(0)).call.reason).toEqual({
    code: 'recording_silent',
  });
});

test('a line that was left off the hook is not open for ever', () => {
  const { call } = walk([answered, key('1')]);
  const step = onRecordingTime(call, simMs(20 * 60_000));
  expect(step.action).toEqual({ do: 'hangUp' });
  expect(step.call.reason).toEqual({ code: 'recording_too_long' });
});

test('whatever is pressed and happens, only key 3 after a recording keeps one, and an end is an end', () => {
  const events = fc.constantFrom(
    answered,
    recorded,
    played,
    hungUp,
    ...['1', '2', '3', '9'].map(key),
  );
  fc.assert(
    fc.property(fc.array(events, { maxLength: 20 }), (happened) => {
      let call: RecordingCall = newRecordingCall();
      let hasRecording = false;
      for (const event of happened) {
        const before = call;
        const step = onRecordingEvent(call, event, simMs(0));
        call = step.call;
        if (before.over) expect(step).toEqual({ call: before });
        if (before.stage === 'recording' && event.kind === 'recorded') hasRecording = true;
        if (call.kept && !before.kept) {
          expect(event).toEqual(key('3'));
          expect(hasRecording).toBe(true);
        }
      }
    }),
  );
});
