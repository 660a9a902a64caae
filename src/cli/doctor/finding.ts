/** One thing that was looked at. Wrong ones make `carillon doctor` end with exit code 1. */
export interface Finding {
  what: string;
  state: 'fine' | 'hint' | 'wrong';
  /** In plain words; for a wrong one also what to do. */
  text: string;
}

export const fine = (what: string, text: string): Finding => ({ what, state: 'fine', text });
export const hint = (what: string, text: string): Finding => ({ what, state: 'hint', text });
export const wrong = (what: string, text: string): Finding => ({ what, state: 'wrong', text });

/** Turns what a look throws into a finding. */
export async function lookAt(
  what: string,
  look: () => Finding | Finding[] | Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  try {
    return [await look()].flat();
  } catch (error) {
    return [wrong(what, (error as Error).message)];
  }
}

/** As they stand before a finding's text. */
export const marks = { fine: 'ok   ', hint: 'note ', wrong: 'WRONG' };
