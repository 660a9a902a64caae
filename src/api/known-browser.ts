/** The cookie of a browser that signed in before. It proves that and nothing else: no request is let in by it. */
import type { FastifyRequest } from 'fastify';
import { type Asked, readCookie, setCookie } from './cookie.ts';

const cookieName = 'carillon_browser';
/** Seconds; browsers keep no cookie longer than 400 days. */
const keptFor = 400 * 24 * 3600;

export function browserCookie(request: FastifyRequest): string | undefined {
  const value = readCookie(cookieName, request);
  return value?.length === 43 ? value : undefined;
}

export function setBrowserCookie(asked: Asked, cookie: string): void {
  setCookie(cookieName, cookie, keptFor, asked);
}
