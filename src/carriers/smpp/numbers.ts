/** Phone numbers on the wire. Internally they have 11 digits and begin with 1. */
import type { Address } from './pdu.ts';
import type { SmppSettings } from './settings.ts';

/** Type of number: 1 international, 2 national. Numbering plan 1: telephone. */
const international = { ton: 1, npi: 1 };
const national = { ton: 2, npi: 1 };

export function addressOf(phone: string, format: SmppSettings['numberFormat']): Address {
  if (format === 'national') return { ...national, digits: phone.slice(1) };
  return { ...international, digits: format === 'plus' ? `+${phone}` : phone };
}

/** Short codes and names stay as they are. Some SMSCs write 00 or 011 instead of "+". */
export function phoneOf({ digits }: Address): string {
  const plain = digits
    .replaceAll(/[ ()-]/g, '')
    .replace(/^\+/, '')
    .replace(/^(?:00|011)(?=1[2-9]\d{9}$)/, '');
  return /^[2-9]\d{9}$/.test(plain) ? `1${plain}` : plain;
}
