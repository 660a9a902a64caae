/**
 * Signed names of the sounds that a call plays: `<kind>.<ids…>.<until>.<signature>`. Carriers fetch
 * them without a session, so that the signature alone opens one, and only until an instant. The
 * instant is rounded up, so that all calls of those hours that play the same sound fetch one
 * address.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isPromptName, type PromptName } from '#domain/prompts.ts';
import type { Vault } from './encryption.ts';

export interface MessageVersion {
  clientId: number;
  voiceMessageId: number;
  version: number;
  /**
   * Of the rendering (voice_message_rendering.sound_id): after a restore another one may have the version.
   * Null for a rendering from before there were such numbers.
   */
  soundId: number | null;
}

export type SoundClaim =
  /** A message that is the same for every account. */
  | ({ kind: 'message' } & MessageVersion)
  /** A message with the values of one account. */
  | ({ kind: 'account'; callListId: number; entryId: number } & MessageVersion)
  /** A message that speaks the names of its fields, for a manager who tries it. */
  | ({ kind: 'placeholders' } & MessageVersion)
  | { kind: 'prompt'; name: PromptName }
  /** What a customer hears who gets no agent; the number has 11 digits. */
  | { kind: 'apology'; clientId: number; number: string }
  | { kind: 'silence'; durationMs: number }
  /** One ring and its pause. */
  | { kind: 'ringing' };

export interface SoundTokens {
  /** @param now epoch milliseconds of real time */
  sign(claim: SoundClaim, now: number): string;
  /** Undefined when it is not ours, was changed, or has expired. */
  read(token: string, now: number): SoundClaim | undefined;
}

const hour = 3_600_000;
/**
 * Milliseconds that an address is valid at least, and twice that at most. A carrier that caches
 * fetches a common sound once a day; it fetches the sound of one account when it is played.
 */
const day = 24 * hour;
const validFor = {
  message: day,
  account: hour,
  placeholders: hour,
  prompt: day,
  apology: day,
  silence: day,
  ringing: day,
};

const signatureBytes = 24;

/** Every role on every machine has the same keys. An address that an older one signed stays good until it expires. */
export function soundTokens(vault: Pick<Vault, 'signingKeys'>): SoundTokens {
  const keys = () => vault.signingKeys('sounds');
  return {
    sign(claim, now) {
      const text = [claim.kind, ...partsOf(claim), untilOf(claim.kind, now)].join('.');
      const [key] = keys();
      if (!key) throw new Error('There is no key.');
      return `${text}.${signatureOf(key, text)}`;
    },
    read(token, now) {
      const end = token.lastIndexOf('.');
      const text = token.slice(0, Math.max(0, end));
      const [kind = '', ...parts] = text.split('.');
      const until = Number(parts.pop());
      const given = token.slice(end + 1);
      if (!(until * 1_000 > now)) return;
      if (!keys().some((key) => isSame(given, signatureOf(key, text)))) return;
      return claimOf(kind, parts);
    },
  };
}

function signatureOf(key: Buffer, text: string): string {
  const hash = createHmac('sha256', key).update(text).digest();
  return hash.subarray(0, signatureBytes).toString('base64url');
}

function isSame(given: string, right: string): boolean {
  const bytes = Buffer.from(given);
  return bytes.length === right.length && timingSafeEqual(bytes, Buffer.from(right));
}

/** Epoch seconds. */
function untilOf(kind: SoundClaim['kind'], now: number): number {
  const step = validFor[kind];
  return ((Math.floor(now / step) + 2) * step) / 1_000;
}

function partsOf(claim: SoundClaim): (string | number)[] {
  if (claim.kind === 'prompt') return [claim.name];
  if (claim.kind === 'apology') return [claim.clientId, claim.number];
  if (claim.kind === 'silence') return [claim.durationMs];
  if (claim.kind === 'ringing') return [];
  const { clientId, voiceMessageId, version, soundId } = claim;
  const account = claim.kind === 'account' ? [claim.callListId, claim.entryId] : [];
  return [clientId, voiceMessageId, version, ...account, ...(soundId === null ? [] : [soundId])];
}

/** Of signed parts; tokens that an older version signed differently are invalid. */
function claimOf(kind: string, parts: readonly string[]): SoundClaim | undefined {
  const [name = ''] = parts;
  if (kind === 'prompt') return isPromptName(name) ? { kind, name } : undefined;
  if (kind === 'ringing') return parts.length === 0 ? { kind } : undefined;
  const numbers = parts.map(Number);
  const [clientId = 0, voiceMessageId = 0, version = 0, callListId = 0, entryId = 0] = numbers;
  if (kind === 'silence') return { kind, durationMs: clientId };
  if (kind === 'apology') return { kind, clientId, number: parts[1] ?? '' };
  const ids = kind === 'account' ? 5 : 3;
  if (numbers.length !== ids && numbers.length !== ids + 1) return undefined;
  const message = { clientId, voiceMessageId, version, soundId: numbers[ids] ?? null };
  if (kind === 'message' || kind === 'placeholders') return { kind, ...message };
  return kind === 'account' ? { kind, ...message, callListId, entryId } : undefined;
}
