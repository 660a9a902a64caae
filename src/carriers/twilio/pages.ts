/** Twilio's lists come in pages; each names the next one by its address. */

import { setTimeout as sleep } from 'node:timers/promises';
import { explained } from '#domain/carrier-words/twilio.ts';
import { type ApiAnswer, refusalOf, type TwilioApi } from './api.ts';

/** What the next page is asked for with; undefined behind the last one. */
export function nextPageOf({ next_page_uri: next }: Record<string, unknown>) {
  if (typeof next !== 'string' || next === '') return undefined;
  return Object.fromEntries(new URLSearchParams(next.replace(/^[^?]*\??/, '')));
}

/** Real milliseconds before a page is asked for again that could not be had. */
const waits = [500, 1_000, 2_000];

/**
 * All of a list, page by page.
 *
 * @throws Error with a sentence, when a page cannot be had
 */
export async function* pagesOf(
  api: TwilioApi,
  path: string,
  query: Readonly<Record<string, string>>,
): AsyncGenerator<Record<string, unknown>> {
  let asked: Readonly<Record<string, string>> | undefined = query;
  while (asked) {
    const body = await page(api, path, asked);
    yield body;
    asked = nextPageOf(body);
  }
}

async function page(
  api: TwilioApi,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  for (let tries = 0; ; tries += 1) {
    const answer = await api.get(path, query);
    if (answer.kind === 'answered' && answer.status === 200) return answer.body;
    const wait = waits[tries];
    if (wait === undefined || isFinal(answer)) throw new Error(sentence(answer));
    await sleep(wait);
  }
}

/** Asked again it would say the same. */
function isFinal(answer: ApiAnswer): boolean {
  return answer.kind === 'answered' && answer.status < 500 && answer.status !== 429;
}

function sentence(answer: ApiAnswer): string {
  if (answer.kind !== 'answered') return `Twilio cannot be reached (${answer.why}).`;
  const { code, said } = refusalOf(answer.body);
  return explained(`Twilio does not tell its list (status ${answer.status})`, code, said);
}
