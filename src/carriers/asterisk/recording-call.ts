/** One call in which somebody records a message: what the menu asks for, done over ARI. */
import type { Placement } from '../port.ts';
import type { RecordingCallEvent } from '../recording-port.ts';
import { AriLost, authorization } from './ari-link.ts';
import type { AriEvent } from './ari-shapes.ts';
import { shownCaller } from './caller-id.ts';
import { endOf } from './causes.ts';
import { legSound } from './leg-sound.ts';
import type { AsteriskNode, ChannelOwner } from './node.ts';
import { originate } from './originate.ts';
import { watchProgress } from './progress.ts';
import { type AsteriskSettings, endpointOf } from './settings.ts';

export interface RecordingCall {
  begin(): Promise<Placement>;
  /** ARI's name of a sound; undefined: what was recorded last. */
  play(media: string | undefined): void;
  record(maxMs: number): void;
  /** @throws Error when it cannot be fetched */
  recorded(): Promise<Uint8Array>;
  hangUp(): void;
}

export interface RecordingCallOptions {
  recordingId: string;
  to: string;
  node: AsteriskNode;
  settings: AsteriskSettings;
  now(): number;
  tell(event: RecordingCallEvent): void;
  onOver(): void;
}

type News = WithoutCall<RecordingCallEvent>;
type WithoutCall<E> = E extends unknown ? Omit<E, 'recordingId' | 'at'> : never;

/** Seconds. */
const longestSilence = 10;
const longestCall = 1_800;
/** Milliseconds. */
const fetchWithin = 20_000;

export function createRecordingCall(options: RecordingCallOptions): RecordingCall {
  const { recordingId, node, settings, now } = options;
  const channel = `channels/${encodeURIComponent(recordingId)}`;
  const stored = `recordings/stored/${encodeURIComponent(recordingId)}`;
  const sound = legSound(node, recordingId);
  const progress = watchProgress();
  let answered = false;
  let over = false;
  let ending = false;
  let recording = false;
  let toldAt = 0;

  function tell(news: News): void {
    toldAt = Math.max(now(), toldAt + 1);
    options.tell({ recordingId, at: toldAt, ...news } as RecordingCallEvent);
  }

  function hangUp(): void {
    ending = true;
    node.hangUp(recordingId);
  }

  function end(news: News & { kind: 'ended' }): void {
    if (over) return;
    over = true;
    sound.quiet();
    node.disown(recordingId);
    // What was kept is the platform's by now.
    node.tell('DELETE', stored);
    tell(news);
    options.onOver();
  }

  function recordingOver(): void {
    if (!recording) return;
    recording = false;
    tell({ kind: 'recorded' });
  }

  function arrived(): void {
    // Asked for before it was there.
    if (ending) hangUp();
    else if (!answered) answer();
  }

  function answer(): void {
    answered = true;
    tell({ kind: 'answered' });
  }

  /** Gives its turn and its place back. */
  function refuse(placement: Placement & { kind: 'rejected' }): Placement {
    over = true;
    node.disown(recordingId);
    options.onOver();
    return placement;
  }

  const owner: ChannelOwner = {
    event(event: AriEvent) {
      progress.event(event);
      if (event.type === 'StasisStart') arrived();
      else if (event.type === 'ChannelDtmfReceived' && event.digit) {
        // A key that ends the recording chooses nothing.
        if (!recording) tell({ kind: 'key', key: event.digit });
      } else if (event.type === 'RecordingFinished') recordingOver();
      else if (event.type === 'RecordingFailed') hangUp();
      else if (event.type === 'ChannelDestroyed') {
        const { cause = 0, tech_cause: techCause } = event;
        const why = endOf({ cause, techCause }, progress.seen(answered)).cause;
        end({ kind: 'ended', cause: ending ? 'hangup' : why });
      } else sound.event(event);
    },
    found(arrival, again) {
      if (again) progress.missed();
      if (ending) hangUp();
      else if (arrival) arrived();
      if (recording && again) void resumeRecording();
      else sound.resume(again);
    },
    lost: () => end({ kind: 'ended', cause: answered ? 'hangup' : 'failed' }),
  };

  /** Its end may have been told while nobody listened. */
  async function resumeRecording(): Promise<void> {
    const live = `recordings/live/${encodeURIComponent(recordingId)}`;
    const { status } = await node.ask('GET', live).catch(() => ({ status: 0 }));
    if (status === 404) recordingOver();
  }

  return {
    async begin() {
      if (ending) {
        return refuse({ kind: 'rejected', note: { code: 'hung_up_before' }, retryable: false });
      }
      const placement = await originate(
        node,
        {
          channelId: recordingId,
          endpoint: endpointOf(options.to, settings),
          shown: shownCaller({ kind: 'default' }, settings),
          ringSeconds: settings.ringSeconds,
          as: 'recording',
          longest: longestCall,
        },
        owner,
      );
      if (placement.kind === 'rejected') return refuse(placement);
      if (ending) hangUp();
      return placement;
    },
    play(media) {
      if (over || !answered) return;
      const heard = { media: media ?? `recording:${recordingId}` };
      sound.play(heard, () => tell({ kind: 'played' }), hangUp);
    },
    record(maxMs) {
      if (over || !answered) return;
      sound.quiet();
      recording = true;
      const query = {
        ...{ name: recordingId, format: 'wav', ifExists: 'overwrite', beep: 'true' },
        ...{ terminateOn: 'any', maxSilenceSeconds: longestSilence },
        maxDurationSeconds: Math.ceil(maxMs / 1_000),
      };
      node.ask('POST', `${channel}/record`, query).then(
        ({ status }) => {
          if (status >= 400) hangUp();
        },
        (error: unknown) => {
          if (!(error instanceof AriLost)) throw error;
        },
      );
    },
    async recorded() {
      if (over) throw new Error('Asterisk lost this call.');
      const answer = await fetch(new URL(`/ari/${stored}/file`, node.url), {
        headers: { authorization: authorization(node.address) },
        signal: AbortSignal.timeout(fetchWithin),
      });
      if (!answer.ok) throw new Error(`Asterisk answered ${answer.status} for a recording.`);
      return new Uint8Array(await answer.arrayBuffer());
    },
    hangUp,
  };
}
