import type { CarrierState } from '#contract/carrier.ts';
import { formatMarkedTime } from './local-time.ts';

/** A simulated carrier places no real calls and sends no real texts. */
export function isSimulated(carrier: CarrierState): boolean {
  return carrier.kind === 'simulated';
}

/** "Carrier trunk-1 disconnected since 10:41 AM ET. Twilio cannot be reached." */
export function carrierWords(carrier: CarrierState): string {
  const { name, connected, since, detail } = carrier;
  const who = isSimulated(carrier) ? 'Simulated carrier' : `Carrier ${name}`;
  const more = detail === '' ? '' : `. ${detail}`;
  if (connected) return isSimulated(carrier) ? `${who}${more}` : `${who} connected${more}`;
  return `${who} disconnected${since ? ` since ${formatMarkedTime(since)}` : ''}${more}`;
}
