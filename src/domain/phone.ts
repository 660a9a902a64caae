/**
 * A telephone number of the North American plan as it is stored: eleven digits with a leading 1.
 * Undefined for anything that is none (spec 3 section 5): space, dot, hyphen, parentheses and plus
 * are ignored, any other character is wrong; area code and exchange start with 2 to 9 and are not
 * N11.
 */
export function storedPhone(text: string): string | undefined {
  const digits = text.replace(/[ .\-()+]/g, '');
  const ten = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return plan.test(ten) ? `1${ten}` : undefined;
}

const plan = /^(?!.11)[2-9]\d{2}(?!.11)[2-9]\d{6}$/;
