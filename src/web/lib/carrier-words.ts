import type { CarrierState } from '#contract/carrier.ts';
import { formatTime } from './format.ts';

/** A simulated carrier places no real calls and sends no real texts. */
export function isSimulated(carrier: CarrierState): boolean {
  return carrier.kind === 'simulated';
}

/** "Carrier trunk-1 disconnected since 10:41 AM ET: the host does not respond". */
export function carrierWords(carrier: CarrierState): string {
  const { name, connected, since, detail } = carrier;
  const who = isSimulated(carrier) ? 'Simulated carrier' : `Carrier ${name}`;
  const more = detail === '' ? '' : `: ${inSentence(detail)}`;
  if (connected) return isSimulated(carrier) ? `${who}${more}` : `${who} connected${more}`;
  return `${who} disconnected${since ? ` since ${formatTime(since)} ET` : ''}${more}`;
}

/** Lower-cases our own sentences; a carrier's text may begin with a name. */
function inSentence(detail: string): string {
  const text = detail.replace(/\.$/, '');
  return /^(No|On|Its|It|This) /.test(text) ? text[0]?.toLowerCase() + text.slice(1) : text;
}
