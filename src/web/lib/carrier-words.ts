import type { CarrierState } from '#contract/carrier.ts';
import type { formatMarkedTime } from './local-time.ts';

/** A simulated carrier places no real calls and sends no real texts. */
export function isSimulated(carrier: CarrierState): boolean {
  return carrier.kind === 'simulated';
}

/**
 * "Carrier trunk-1 disconnected since 10:41 AM. Twilio cannot be reached."
 *
 * @param format with the zone where the screen does not name it
 */
export function carrierWords(carrier: CarrierState, format: typeof formatMarkedTime): string {
  const { name, connected, since, detail } = carrier;
  const who = isSimulated(carrier) ? 'Simulated carrier' : `Carrier ${name}`;
  const more = detail === '' ? '' : `. ${detail}`;
  if (connected) return isSimulated(carrier) ? `${who}${more}` : `${who} connected${more}`;
  return `${who} disconnected${since ? ` since ${format(since)}` : ''}${more}`;
}
