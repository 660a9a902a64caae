/** The formats of setting values. */
import { isIP } from 'node:net';
import { z } from 'zod';

/** A number in digits from `from` to `to`; anything else fails with `message`. */
export const number = (message: string, from: number, to: number, whole: boolean) =>
  z
    .string()
    .regex(whole ? /^\d+$/ : /^\d+(\.\d+)?$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message);

export const databaseUrl = z.string().refine((value) => /^postgres(ql)?:\/\//.test(value), {
  message: 'must be a PostgreSQL URL, such as postgresql://user:password@host/database',
});

export const instant = z.iso
  .datetime({
    offset: true,
    message: 'must be an ISO 8601 date and time, such as 2026-11-20T14:00:00-05:00',
  })
  .transform((value) => new Date(value));

/** An address, or a network with its prefix length. Length 0 would trust everybody. */
export function isNetwork(text: string): boolean {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const bits = Number(length ?? 32);
  return version !== 0 && bits >= 1 && bits <= (version === 4 ? 32 : 128);
}

/** Port 0: any free port. */
export function hostAndPort(text: string): 'off' | { host: string; port: number } {
  if (text === 'off') return 'off';
  const colon = text.lastIndexOf(':');
  const host = text.slice(0, colon).replace(/^\[|\]$/g, '');
  return { host, port: Number(text.slice(colon + 1)) };
}

/** Paths are appended: carriers would get any credentials, and a query would swallow the path. */
export function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '' && !/[?#]/.test(text);
}
