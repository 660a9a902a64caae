/** The brake in words: for the reason of a stop, and for the operator's limits. */
import type { BrakeLimits, BrakeSignal, BrakeVerdict } from './brake.ts';
import { brakeSignals } from './brake.ts';

/** What the hits are, and of what. */
const words: Record<BrakeSignal, readonly [hits: string, of: string]> = {
  failed: ['failed', 'calls'],
  optOuts: ['opted out', 'persons reached'],
  machines: ['were machines', 'answered calls'],
  agents: ['did not answer', 'agents called'],
  textErrors: ['failed', 'texts'],
  unknown: ['have an unknown outcome', 'calls or texts'],
};

/** @param calls of `hits`, those that have a call; the others are agents who were called before a customer */
export function brakeSentence(
  { signal, limit, hits, trials, newest }: BrakeVerdict,
  calls = hits,
): string {
  const [what, of] = words[signal];
  const which = newest ? 'the newest ' : '';
  return `${number(hits)} of ${which}${number(trials)} ${of} ${what}, ${percent(hits / trials)}, which is surely above the operator's limit of ${percent(limit)}. ${withoutCall(hits - calls)}The brake stopped the campaign. Find out why, then start it again; only a person can.`;
}

function withoutCall(agents: number): string {
  if (agents <= 0) return '';
  return `${number(agents)} of them ${agents === 1 ? 'was' : 'were'} called before there was a customer and ${agents === 1 ? 'has' : 'have'} no call. `;
}

/** `failed 20 %, opt-outs 3 %`; undefined without limits. */
export function describeBrake(limits: BrakeLimits): string | undefined {
  const said = brakeSignals.flatMap((signal) => {
    const limit = limits[signal];
    return limit === undefined ? [] : [`${optionOf[signal]} ${percent(limit)}`];
  });
  return said.length === 0 ? undefined : said.join(', ');
}

/** As the operator types them. */
export const optionOf: Record<BrakeSignal, string> = {
  failed: 'failed',
  optOuts: 'opt-outs',
  machines: 'machines',
  agents: 'agents',
  textErrors: 'text-errors',
  unknown: 'unknown',
};

/**
 * `failed=20%,opt-outs=3%` changes these and keeps the others; `failed=off` removes one, `off` all.
 *
 * @returns a sentence when the text is not understood
 */
export function parseBrake(text: string, before: BrakeLimits): BrakeLimits | string {
  if (text === 'off') return {};
  const limits = { ...before };
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=');
    const signal = brakeSignals.find((one) => optionOf[one] === name.trim());
    if (!signal) {
      return `"${name}" has no limit. Give ${Object.values(optionOf).join(', ')}, or "off".`;
    }
    if (value.trim() === 'off') {
      delete limits[signal];
      continue;
    }
    const percents = /^(\d{1,2}(?:\.\d{1,2})?) ?%?$/.exec(value.trim());
    const limit = Number(percents?.[1] ?? 0) / 100;
    if (limit <= 0) return `"${part}" is no limit. Give a percent above 0, such as ${name}=20%.`;
    limits[signal] = limit;
  }
  return limits;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1).replace(/\.0$/, '')} %`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
