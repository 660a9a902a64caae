/** What whoever is called sees, as ARI's originate wants it. */
import type { CallerId } from '../port.ts';
import { type AsteriskSettings, dialled } from './settings.ts';

export interface ShownCaller {
  /** `"Name" <number>`; undefined: what the trunk itself shows. */
  callerId: string | undefined;
  /** Channel variables. */
  variables: Readonly<Record<string, string>>;
}

/** Both are needed: chan_pjsip takes From of the one and the privacy of the other. */
const withheld = { 'CALLERID(pres)': 'prohib', 'CONNECTEDLINE(pres,i)': 'prohib' };

/**
 * A withheld call still carries the account's number, marked private: networks refuse a call of
 * which they cannot tell who is to pay for it.
 */
export function shownCaller(wanted: CallerId, settings: AsteriskSettings): ShownCaller {
  const { callerId: account, numberFormat } = settings;
  const usual = account && `<${dialled(account, numberFormat)}>`;
  if (wanted.kind === 'hidden') return { callerId: usual, variables: withheld };
  if (wanted.kind === 'default') return { callerId: usual, variables: {} };
  const name = printable(wanted.name);
  const number = `<${dialled(wanted.number, numberFormat)}>`;
  return { callerId: name ? `"${name}" ${number}` : number, variables: {} };
}

/** A name may not end its own quotation, nor begin a header of its own. */
function printable(name: string): string {
  return name
    .replace(/[^\p{L}\p{N} .,'&()/+-]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
}
