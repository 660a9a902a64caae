/**
 * A telephone number of the North American plan as it is stored: eleven digits with a leading 1.
 * Undefined for anything else (spec 3 section 5): space, dot, hyphen, dash and parentheses
 * are ignored, also the no-break spaces and dashes that spreadsheets write; a plus may stand first,
 * and then only 1 may follow it; any other character is wrong. Area code and exchange start with 2
 * to 9 and are not N11. domain/dialing.ts decides whether such a number may be dialed.
 */
export function storedPhone(text: string): string | undefined {
  if (isDecimal(text)) return undefined;
  const ten = text.replace(ignored, '').replace(/^\+?1/, '');
  return plan.test(ten) ? `1${ten}` : undefined;
}

/** Whether the number has a plus and the code of another country than 1. */
export function hasForeignCode(text: string): boolean {
  return /^\+(?!1)\d{7,15}$/.test(text.replace(ignored, ''));
}

const plan = /^(?!.11)[2-9]\d{2}(?!.11)[2-9]\d{6}$/;

/** With figure space and narrow space, and the dashes from the short hyphen to the minus sign. */
const ignored = /[ \u00a0\u2007\u202f.()\-\u2010-\u2014\u2212]/g;

/**
 * `302555014.0` is what a spreadsheet makes of nine digits. In a formatted number, at least four
 * digits follow the last dot.
 */
function isDecimal(text: string): boolean {
  const dot = text.lastIndexOf('.');
  const tail = dot < 0 ? 0 : text.slice(dot).replace(/\D/g, '').length;
  return tail > 0 && tail < 4;
}
