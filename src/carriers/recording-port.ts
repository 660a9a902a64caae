import type { SimMs } from '#domain/milliseconds.ts';
import type { Placement } from './port.ts';

/**
 * What recording a message by telephone needs: the engine guides the person through a spoken menu,
 * the carrier plays, records and reports keys. Events are pulled as those of a voice carrier. With
 * Asterisk: originate with the id as channelId, play, record to a WAV file of 8 kHz, fetch it.
 */
export interface RecordingCarrier {
  /** As in client.voice_carrier. */
  readonly name: string;
  connected(): boolean;
  /**
   * Calls a number. Never called twice with one id.
   *
   * @throws never: what cannot be learned is Unknown
   */
  dial(call: { recordingId: string; to: string }): Promise<Placement>;
  /** Events that are not acknowledged yet, at most one per call: its next one waits. */
  events(): RecordingCallEvent[];
  acknowledge(events: readonly RecordingCallEvent[]): void;
  /** Plays a sentence or the last recording; `played` follows. Stops what was playing. */
  play(recordingId: string, sound: RecordingSound, at: SimMs): void;
  /** Records after a beep until any key, a long silence or `maxMs`; `recorded` follows. */
  record(recordingId: string, maxMs: number, at: SimMs): void;
  /**
   * Returns the last recording: a WAV file of 8 kHz, mono, 16 bit.
   *
   * @throws when the call is over or the carrier does not respond
   */
  recorded(recordingId: string): Promise<Uint8Array>;
  /** Ends the call; `ended` follows. Ignored when it is over. */
  hangUp(recordingId: string, at: SimMs): void;
  close(): Promise<void>;
}

export type RecordingCallEvent = { recordingId: string; at: SimMs } & (
  | { kind: 'answered' }
  | { kind: 'played' }
  | { kind: 'key'; key: string }
  | { kind: 'recorded' }
  | { kind: 'ended'; cause: 'hangup' | 'busy' | 'no_answer' | 'failed' }
);

export type RecordingSound =
  /** A fixed sentence of the platform. */
  { kind: 'prompt'; name: string; text: string; durationMs: number } | { kind: 'recorded' };
