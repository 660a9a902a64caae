/** One-time codes of an authenticator app (RFC 6238): SHA-1, six digits, a new one every 30 seconds. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** @param now real milliseconds since the epoch */
export function stepAt(now: number): number {
  return Math.floor(now / stepMs);
}

export function codeOf(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The step whose code this is: the present one, or one beside it, for a clock that is a little
 * fast or slow. Undefined for a wrong code.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | undefined {
  const given = Buffer.from(code);
  const present = stepAt(now);
  return [present, present - 1, present + 1].find((step) => {
    const right = Buffer.from(codeOf(secret, step));
    return right.length === given.length && timingSafeEqual(right, given);
  });
}

/** RFC 4648, without padding: how a secret is typed. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}

/** What the QR code holds (the Key Uri Format of authenticator apps). */
export function authenticatorUri(secret: Uint8Array, account: string): string {
  const label = `Carillon:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Carillon&algorithm=SHA1&digits=6&period=30`;
}
