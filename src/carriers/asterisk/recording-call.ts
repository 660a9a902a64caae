/** One call in which somebody records a message: carries out the menu's instructions over ARI. */
import type { Placement } from '../port.ts';
import type { RecordingCallEvent } from '../recording-port.ts';
import { ariFetch } from './ari-fetch.ts';
import { AriLost } from './ari-link.ts';
import type { AriEvent } from './ari-shapes.ts';
import { shownCaller } from './caller-id.ts';
import { endOf } from './causes.ts';
import { type LegSound, legSound } from './leg-sound.ts';
import type { AsteriskNode, ChannelOwner } from './node.ts';
import { originate } from './originate.ts';
import { watchProgress } from './progress.ts';
import { type AsteriskSettings, endpointOf } from './settings.ts';

export interface RecordingCallOptions {
  recordingId: string;
  to: string;
  node: AsteriskNode;
  settings: AsteriskSettings;
  now(): number;
  emit(event: RecordingCallEvent): void;
  onOver(): void;
}

type EventBody = WithoutCall<RecordingCallEvent>;
type WithoutCall<E> = E extends unknown ? Omit<E, 'recordingId' | 'at'> : never;

/** Seconds. */
const longestSilence = 10;
const longestCall = 1_800;
/** Milliseconds. */
const fetchWithin = 20_000;

export class RecordingCall {
  readonly #options: RecordingCallOptions;
  /** Paths of ARI. */
  readonly #channel: string;
  readonly #stored: string;
  readonly #sound: LegSound;
  readonly #progress = watchProgress();
  #answered = false;
  #over = false;
  /** To be hung up, perhaps before it exists. */
  #ending = false;
  #recording = false;
  /** The instant of the newest event: the next one is later. */
  #emittedAt = 0;

  constructor(options: RecordingCallOptions) {
    const { recordingId, node } = options;
    this.#options = options;
    this.#channel = `channels/${encodeURIComponent(recordingId)}`;
    this.#stored = `recordings/stored/${encodeURIComponent(recordingId)}`;
    this.#sound = legSound(node, recordingId);
  }

  async begin(): Promise<Placement> {
    const { recordingId, to, node, settings } = this.#options;
    if (this.#ending) {
      return this.#refuse({
        kind: 'rejected',
        note: { code: 'hung_up_before_placed' },
        retryable: false,
      });
    }
    const placement = await originate(
      node,
      {
        channelId: recordingId,
        endpoint: endpointOf(to, settings),
        shown: shownCaller({ kind: 'default' }, settings),
        ringSeconds: settings.ringSeconds,
        as: 'recording',
        longest: longestCall,
      },
      this.#owner(),
    );
    if (placement.kind === 'rejected') return this.#refuse(placement);
    if (this.#ending) this.hangUp();
    return placement;
  }

  /** @param media ARI's name of a sound; undefined for the newest recording */
  play(media: string | undefined): void {
    if (this.#over || !this.#answered) return;
    this.#sound.play(
      { media: media ?? `recording:${this.#options.recordingId}` },
      () => this.#emit({ kind: 'played' }),
      () => this.hangUp(),
    );
  }

  record(maxMs: number): void {
    const { recordingId, node } = this.#options;
    if (this.#over || !this.#answered) return;
    this.#sound.quiet();
    this.#recording = true;
    const query = {
      ...{ name: recordingId, format: 'wav', ifExists: 'overwrite', beep: 'true' },
      ...{ terminateOn: 'any', maxSilenceSeconds: longestSilence },
      maxDurationSeconds: Math.ceil(maxMs / 1_000),
    };
    node.ask('POST', `${this.#channel}/record`, query).then(
      ({ status }) => {
        if (status >= 400) this.hangUp();
      },
      (error: unknown) => {
        if (!(error instanceof AriLost)) throw error;
      },
    );
  }

  /** @throws Error when the recording cannot be fetched */
  async recorded(): Promise<Uint8Array> {
    const { node } = this.#options;
    if (this.#over) throw new Error('Asterisk lost this call.');
    const response = await ariFetch(node.address, `${this.#stored}/file`, fetchWithin);
    if (!response.ok) throw new Error(`Asterisk returned ${response.status} for a recording.`);
    return new Uint8Array(await response.arrayBuffer());
  }

  hangUp(): void {
    this.#ending = true;
    this.#options.node.hangUp(this.#options.recordingId);
  }

  #owner(): ChannelOwner {
    return {
      event: (event) => this.#event(event),
      found: (arrival, again) => {
        if (again) this.#progress.setMissed();
        if (this.#ending) this.hangUp();
        else if (arrival) this.#arrived();
        if (this.#recording && again) void this.#resumeRecording();
        else this.#sound.resume(again);
      },
      lost: () => this.#end({ kind: 'ended', cause: this.#answered ? 'hangup' : 'failed' }),
    };
  }

  #event(event: AriEvent): void {
    this.#progress.event(event);
    if (event.type === 'StasisStart') this.#arrived();
    else if (event.type === 'ChannelDtmfReceived' && event.digit) {
      // A key that ends the recording is not a choice in the menu.
      if (!this.#recording) this.#emit({ kind: 'key', key: event.digit });
    } else if (event.type === 'RecordingFinished') this.#recordingOver();
    else if (event.type === 'RecordingFailed') this.hangUp();
    else if (event.type === 'ChannelDestroyed') {
      const { cause = 0, tech_cause: techCause } = event;
      const why = endOf({ cause, techCause }, this.#progress.seen(this.#answered)).cause;
      this.#end({ kind: 'ended', cause: this.#ending ? 'hangup' : why });
    } else this.#sound.event(event);
  }

  #arrived(): void {
    // We hung up before it existed.
    if (this.#ending) this.hangUp();
    else if (!this.#answered) {
      this.#answered = true;
      this.#emit({ kind: 'answered' });
    }
  }

  #recordingOver(): void {
    if (!this.#recording) return;
    this.#recording = false;
    this.#emit({ kind: 'recorded' });
  }

  /** The event of its end may have been lost during the disconnection. */
  async #resumeRecording(): Promise<void> {
    const { recordingId, node } = this.#options;
    const live = `recordings/live/${encodeURIComponent(recordingId)}`;
    const { status } = await node.ask('GET', live).catch(() => ({ status: 0 }));
    if (status === 404) this.#recordingOver();
  }

  /** Gives its turn and its slot back. */
  #refuse(placement: Placement & { kind: 'rejected' }): Placement {
    this.#over = true;
    this.#options.node.disown(this.#options.recordingId);
    this.#options.onOver();
    return placement;
  }

  #end(event: EventBody & { kind: 'ended' }): void {
    const { recordingId, node, onOver } = this.#options;
    if (this.#over) return;
    this.#over = true;
    this.#sound.quiet();
    node.disown(recordingId);
    // A kept recording has been copied to Carillon by now.
    node.send('DELETE', this.#stored);
    this.#emit(event);
    onOver();
  }

  #emit(event: EventBody): void {
    const { recordingId, now, emit } = this.#options;
    this.#emittedAt = Math.max(now(), this.#emittedAt + 1);
    emit({ recordingId, at: this.#emittedAt, ...event } as RecordingCallEvent);
  }
}
