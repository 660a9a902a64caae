/** Twilio's lists come in pages; each has the address of the next one. */

import { setTimeout as sleep } from 'node:timers/promises';
import { explained } from '#domain/carrier-words/twilio.ts';
import { realMs } from '#domain/milliseconds.ts';
import { type ApiResponse, refusalOf, type TwilioApi } from './api.ts';

/** The query of the next page; undefined after the last one. */
export function nextPageOf({ next_page_uri: next }: Record<string, unknown>) {
  if (typeof next !== 'string' || next === '') return undefined;
  return Object.fromEntries(new URLSearchParams(next.replace(/^[^?]*\??/, '')));
}

/** Before a page that could not be read is requested again. */
const waits = [realMs(500), realMs(1_000), realMs(2_000)];

/**
 * All of a list, page by page.
 *
 * @throws Error with a sentence, when a page cannot be read
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
    const response = await api.get(path, query);
    if (response.kind === 'responded' && response.status === 200) return response.body;
    const wait = waits[tries];
    if (wait === undefined || isFinal(response)) throw new Error(sentence(response));
    await sleep(wait);
  }
}

/** A retry would get the same response. */
function isFinal(response: ApiResponse): boolean {
  return response.kind === 'responded' && response.status < 500 && response.status !== 429;
}

function sentence(response: ApiResponse): string {
  if (response.kind !== 'responded') return `Twilio cannot be reached (${response.why}).`;
  const { code, said } = refusalOf(response.body);
  return explained(`Twilio did not return its list (HTTP ${response.status})`, code, said);
}
