/**
 * The sounds that calls play, as WAV files: a message as one account hears it, one that is the same
 * for all, a prompt of the platform, silence. Sounds are kept for a while, because carriers request
 * them again (HEAD before GET, a part at a time, a retry).
 */
import { createHash } from 'node:crypto';
import { asClient, asPlatform } from '#db/database.ts';
import { listsWithContacts, renderingOf } from '#db/queries/call-sound.ts';
import { readClientNames } from '#db/queries/client.ts';
import { accountOfEntry } from '#db/queries/preview-account.ts';
import type { MessageVersion, SoundClaim } from '#db/sound-token.ts';
import { createByteCache } from '#domain/byte-cache.ts';
import { type FieldSegment, type PlanSegment, withValues } from '#domain/message-plan.ts';
import { apologyMs, apologyText, prompts, promptVoiceId } from '#domain/prompts.ts';
import { ringing } from '#domain/sound/ringing.ts';
import { decodeWav, encodeWav, telephoneRate } from '#domain/sound/wav.ts';
import { AwayError, BusyError, SpeechError, speakerFor } from '#domain/speech/speaker.ts';
import { spokenText } from '#domain/speech/spoken-text.ts';
import { voiceById } from '#domain/speech/voices.ts';
import { spokenValue } from '#domain/step-speech.ts';
import type { ApiDeps } from './deps.ts';

export interface CallSound {
  /** A WAV file. */
  bytes: Buffer;
  etag: string;
}

/** A sound that is kept; `list`: whose account it speaks to. */
interface MadeSound extends CallSound {
  list: string | undefined;
  /** Monotonic milliseconds. */
  at: number;
}

/** A carrier may fetch the sound of an account again until its call is over (`cacheControl`). */
const mostSoundMs = 10 * 60_000;

const listOf = ({ clientId, callListId }: { clientId: number; callListId: number }) =>
  `${clientId}.${callListId}`;

interface Rendering {
  plan: PlanSegment[];
  samples: Int16Array;
}

/** Bytes of kept renderings (as samples) and sounds. */
const keptRenderings = 64 * 2 ** 20;
const keptSounds = 32 * 2 ** 20;
/** Sounds that can be made at once: each holds its samples in memory. */
const mostAtOnce = 100;
const longestSilenceMs = 60_000;

export class CallSounds {
  readonly #deps: Pick<ApiDeps, 'db' | 'platformDb' | 'vault' | 'callSpeaker' | 'log'>;
  readonly #renderings = createByteCache<Rendering>(keptRenderings);
  readonly #made = createByteCache<MadeSound>(keptSounds);
  /** Sounds that are being made, by their claim. */
  readonly #making = new Map<string, Promise<CallSound | undefined>>();

  constructor(deps: ApiDeps) {
    this.#deps = deps;
  }

  /**
   * Undefined when there is no such message, version or account.
   *
   * @throws BusyError when too many sounds are being made
   */
  async of(claim: SoundClaim): Promise<CallSound | undefined> {
    const key = await this.#keyOf(claim);
    const known = this.#made.get(key) ?? this.#making.get(key);
    if (known) return known;
    if (this.#making.size >= mostAtOnce) throw new BusyError();
    const sound = this.#make(key, claim).finally(() => this.#making.delete(key));
    this.#making.set(key, sound);
    return sound;
  }

  /** An apology names the client, who may be named otherwise tomorrow. */
  async #keyOf(claim: SoundClaim): Promise<string> {
    if (claim.kind !== 'apology') return JSON.stringify(claim);
    return JSON.stringify({ ...claim, name: await this.#nameOf(claim.clientId) });
  }

  async #nameOf(clientId: number): Promise<string> {
    const names = await asClient(this.#deps.db, clientId, (tx) => readClientNames(tx, clientId));
    return names.spoken;
  }

  /**
   * Speaks the values of the account that this sound plays, for a call that is not placed yet. They
   * are kept as any spoken value is; nothing is joined, and no sound is kept.
   *
   * @throws BusyError when too many texts wait to be spoken ahead
   */
  async ahead(claim: SoundClaim): Promise<boolean> {
    if (claim.kind !== 'account') return true;
    const message = await this.#rendering(claim);
    const account = message && (await this.#accountOf(claim));
    if (!account) return false;
    const { clientId } = claim;
    const speaker = speakerFor(this.#deps.callSpeaker, {
      ...{ clientId, ahead: true, list: listOf(claim) },
    });
    const fields = message.plan.filter((segment) => segment.kind === 'field');
    // What cannot be spoken is logged in the call, which goes on without it.
    const speak = (field: FieldSegment) =>
      spokenValue(field, account, speaker).catch((error) => {
        if (!(error instanceof SpeechError)) throw error;
      });
    await Promise.all(fields.map(speak));
    return true;
  }

  /**
   * Forgets the values of lists whose contacts are gone, and those of all lists after ten minutes, so that an
   * erasure reaches them, too. Call it every few seconds.
   */
  async forgetGoneLists(): Promise<void> {
    const { callSpeaker, platformDb } = this.#deps;
    const held = new Set(callSpeaker.lists());
    const sounds = new Set<string>();
    this.#made.drop((_, { list }) => {
      if (list !== undefined) sounds.add(list);
      return false;
    });
    const all = [...new Set([...held, ...sounds])];
    if (all.length === 0) return;
    const kept = await asPlatform(platformDb, (tx) => listsWithContacts(tx, all));
    callSpeaker.keepLists(kept);
    const oldest = performance.now() - mostSoundMs;
    this.#made.drop((_, { list, at }) => list !== undefined && (!kept.has(list) || at < oldest));
  }

  async #make(key: string, claim: SoundClaim): Promise<CallSound | undefined> {
    const samples = await this.#samplesOf(claim);
    if (!samples) return undefined;
    const bytes = Buffer.from(encodeWav(samples).buffer);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    const list = claim.kind === 'account' ? listOf(claim) : undefined;
    this.#made.set(key, { bytes, etag, list, at: performance.now() }, bytes.length);
    return { bytes, etag };
  }

  async #samplesOf(claim: SoundClaim): Promise<Int16Array | undefined> {
    if (claim.kind === 'message') return this.#messageSound(claim);
    if (claim.kind === 'account') return this.#accountSound(claim);
    if (claim.kind === 'placeholders') return (await this.#rendering(claim))?.samples;
    if (claim.kind === 'prompt') return this.#spoken(prompts[claim.name]);
    if (claim.kind === 'apology') return this.#apologySound(claim);
    if (claim.kind === 'ringing') return ringing();
    return silence(Math.min(claim.durationMs, longestSilenceMs));
  }

  /** Calls never speak a field's name: a message that speaks fields needs an account. */
  async #messageSound(claim: MessageVersion): Promise<Int16Array | undefined> {
    const message = await this.#rendering(claim);
    return message?.plan.some(({ kind }) => kind === 'field') ? undefined : message?.samples;
  }

  async #accountSound(claim: SoundClaim & { kind: 'account' }): Promise<Int16Array | undefined> {
    const { callSpeaker, log } = this.#deps;
    const message = await this.#rendering(claim);
    const account = message && (await this.#accountOf(claim));
    if (!account) return undefined;
    const turn = { clientId: claim.clientId, forCall: true, list: listOf(claim) };
    /** The call goes on without a value that cannot be spoken. */
    const speak = (field: FieldSegment) =>
      spokenValue(field, account, speakerFor(callSpeaker, turn)).catch((error) => {
        // An engine that is away is not replaced by another voice in the middle of a call.
        if (!(error instanceof SpeechError || error instanceof AwayError)) throw error;
        const { kind: _, ...call } = claim;
        const engine = error instanceof AwayError && { engine: error.engine };
        log.warn(
          { ...call, fieldId: field.fieldId, ...engine },
          'could not speak a field value in a call',
        );
        return new Int16Array();
      });
    return withValues(message.plan, message.samples, speak);
  }

  #accountOf(claim: SoundClaim & { kind: 'account' }) {
    const { db, vault } = this.#deps;
    return asClient(db, claim.clientId, (tx) => accountOfEntry(tx, vault, claim.clientId, claim));
  }

  /** A name that the voices cannot speak is left out. */
  async #apologySound({ clientId, number }: SoundClaim & { kind: 'apology' }) {
    const name = await this.#nameOf(clientId);
    const spoken = (of: string) => this.#spoken({ text: apologyText(of, number), ms: apologyMs });
    return spoken(name).catch((error) => {
      if (!(error instanceof SpeechError)) throw error;
      return spoken('');
    });
  }

  /** As long as the engine expects: the rest of the time after the sentence is a pause. */
  async #spoken({ text, ms }: { text: string; ms: number }): Promise<Int16Array> {
    const voice = voiceById(promptVoiceId);
    if (!voice) throw new Error('The voice of the prompts does not exist.');
    const turn = { clientId: 0, forCall: true };
    const speech = await this.#deps.callSpeaker.speak(spokenText(text), voice, turn);
    const samples = silence(Math.max(ms, (speech.length * 1_000) / telephoneRate));
    samples.set(speech);
    return samples;
  }

  async #rendering(message: MessageVersion): Promise<Rendering | undefined> {
    const { clientId, voiceMessageId, version, soundId } = message;
    const key = `${clientId}.${voiceMessageId}.${version}.${soundId}`;
    const kept = this.#renderings.get(key);
    if (kept) return kept;
    const row = await asClient(this.#deps.db, clientId, (tx) => renderingOf(tx, message));
    if (!row) return undefined;
    const fresh = { plan: row.plan, samples: decodeWav(row.preview).samples };
    this.#renderings.set(key, fresh, fresh.samples.byteLength);
    return fresh;
  }
}

function silence(ms: number): Int16Array {
  return new Int16Array(Math.round((ms * telephoneRate) / 1_000));
}
