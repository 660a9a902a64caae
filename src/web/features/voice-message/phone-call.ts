/** A recording call as the step's editor shows it (document 2 section 4). */
import type { RecordingStatus } from '#contract/message-recording.ts';

export type PhoneCallState =
  | 'makeCall'
  | 'dialing'
  | 'inCall'
  | 'recording'
  | 'listening'
  | 'done'
  | 'error';

export const callLabels: Record<PhoneCallState, string> = {
  makeCall: 'Make Call',
  dialing: 'Dialing...',
  inCall: 'In Call...',
  recording: 'Recording...',
  listening: 'Listening...',
  done: 'Done',
  error: 'Call',
};

/** Milliseconds that `Saved` is shown. */
export const savedShown = 3_000;

/** Finished but not saved is an error, and so is a call that was over while it was dialed. */
export function callStateOf({ stage, saved, callStatus }: RecordingStatus): PhoneCallState {
  switch (stage) {
    case '':
      return 'makeCall';
    case 'nothing':
      return callStatus === 'terminated' ? 'error' : 'dialing';
    case 'inmenu':
      return 'inCall';
    case 'recording':
    case 'listening':
      return stage;
    case 'finished':
      return saved ? 'done' : 'error';
  }
}

/** No other call can start in these states. */
export function isInProgress(state: PhoneCallState): boolean {
  return ['dialing', 'inCall', 'recording', 'listening'].includes(state);
}
