/** What the values of settings look like. */
import { isIP } from 'node:net';
import { z } from 'zod';

/** A number in digits, from `from` to `to`; anything else is told by `message`. */
export const number = (message: string, from: number, to: number, whole: boolean) =>
  z
    .string()
    .regex(whole ? /^\d+$/ : /^\d+(\.\d+)?$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message);

export const databaseUrl = z.string().refine((value) => /^postgres(ql)?:\/\//.test(value), {
  message: 'must be the address of a PostgreSQL, such as postgresql://user:password@host/database',
});

export const instant = z.iso
  .datetime({
    offset: true,
    message: 'must be an instant in ISO 8601, such as 2026-11-20T14:00:00-05:00',
  })
  .transform((value) => new Date(value));

/** An address, or one with the length of its network's prefix. One of length 0 would trust everybody. */
export function isNetwork(text: string): boolean {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const bits = Number(length ?? 32);
  return version !== 0 && bits >= 1 && bits <= (version === 4 ? 32 : 128);
}

/** Port 0: any that is free. */
export function hostAndPort(text: string): 'off' | { host: string; port: number } {
  if (text === 'off') return 'off';
  const colon = text.lastIndexOf(':');
  const host = text.slice(0, colon).replace(/^\[|\]$/g, '');
  return { host, port: Number(text.slice(colon + 1)) };
}

/** It is put before paths: credentials would go to carriers with them, and a query would swallow them. */
export function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '' && !/[?#]/.test(text);
}
