/** Where a call or text to a manager's own phone is, or how it ended, in a sentence. */
import type { TestStatus } from '#contract/message-test.ts';
import type { StoredNote } from '#contract/note.ts';
import type { StoredReason } from '#contract/reason.ts';
import { noteSentence, reasonSentence } from './reason-sentences.ts';

export interface ContactState {
  channel: 'voice' | 'text';
  status: TestStatus;
  reason: StoredReason | null;
  note: StoredNote | null;
}

const words: Record<TestStatus, readonly [call: string, text: string]> = {
  waiting: ['Waiting for an engine.', 'Waiting for an engine.'],
  placing: ['Placing the call.', 'Sending the text.'],
  ringing: ['Your phone is ringing.', 'Sending the text.'],
  answered: ['The call was answered.', 'Sending the text.'],
  sent: ['The call was placed.', 'Sent. Waiting for the receipt.'],
  delivered: ['The call was answered.', 'Delivered.'],
  ended: ['The call has ended.', 'The text was sent.'],
  failed: ['The call did not go through.', 'The text was not delivered.'],
  unclear: [
    'Nobody knows whether the call was placed. It is not repeated.',
    'Nobody knows whether the text was sent. It is not repeated.',
  ],
};

/** With the platform's reason, or the carrier's own words, where something went wrong. */
export function contactSentence({ channel, status, reason, note }: ContactState): string {
  const plain = words[status][channel === 'voice' ? 0 : 1];
  if (reason) return reasonSentence(reason);
  if (!note || (status !== 'failed' && status !== 'unclear')) return plain;
  return status === 'failed' ? noteSentence(note) : `${plain} ${noteSentence(note)}`;
}
