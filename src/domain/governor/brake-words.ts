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
export function brakeSentence(verdict: BrakeVerdict, calls = verdict.hits): string {
  const { limit, hits, trials, open = 0 } = verdict;
  return `${share(verdict)}, ${percent(hits / trials)}, which is surely above the operator's limit of ${limitWords(limit)}. ${withoutResult(open, trials)}${withoutCall(hits - calls)}The brake stopped the campaign. Find out why, then start it again; only a person can.`;
}

function share({ signal, hits, trials, newest, open }: BrakeVerdict): string {
  const [what, of] = words[signal];
  if (newest && open !== undefined) {
    return `Of ${number(trials)} ${of} in a row, ${number(hits)} ${what}`;
  }
  return `${number(hits)} of ${newest ? 'the newest ' : ''}${number(trials)} ${of} ${what}`;
}

/** They are on neither side yet; the share can only rise. */
function withoutResult(open: number, trials: number): string {
  if (open === 0) return '';
  return `${number(open)} of these ${number(trials)} had no result yet and ${open === 1 ? 'counts' : 'count'} as good. `;
}

function withoutCall(agents: number): string {
  if (agents <= 0) return '';
  return `${number(agents)} of them ${agents === 1 ? 'was' : 'were'} called before there was a customer and ${agents === 1 ? 'has' : 'have'} no call. `;
}

/** `failed 20 %, opt-outs 3 %`; undefined without limits. */
export function describeBrake(limits: BrakeLimits): string | undefined {
  const said = brakeSignals.flatMap((signal) => {
    const limit = limits[signal];
    return limit === undefined ? [] : [`${optionOf[signal]} ${limitWords(limit)}`];
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
  const named = new Set<BrakeSignal>();
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=');
    const signal = brakeSignals.find((one) => optionOf[one] === name.trim());
    if (!signal) {
      return `"${name}" has no limit. Give ${Object.values(optionOf).join(', ')}, or "off".`;
    }
    if (named.has(signal)) return `"${optionOf[signal]}" has two limits. Give it once.`;
    named.add(signal);
    if (value.trim() === 'off') {
      delete limits[signal];
      continue;
    }
    const percents = /^(\d{1,2}(?:\.\d{1,2})?) ?%?$/.exec(value.trim());
    const limit = Number(percents?.[1] ?? 0) / 100;
    if (limit <= 0)
      return `"${part}" is no limit. Give a percent above 0 and below 100, such as ${name}=20%.`;
    limits[signal] = limit;
  }
  return limits;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1).replace(/\.0$/, '')} %`;
}

/** As exactly as it can be typed: a limit of 0.01 % is not 0 %. */
function limitWords(limit: number): string {
  return `${Number((limit * 100).toFixed(2))} %`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
