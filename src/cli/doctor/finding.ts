/** The result of one check. Wrong ones make `carillon doctor` end with exit code 1. */
export interface Finding {
  what: string;
  state: 'fine' | 'hint' | 'wrong';
  /** In plain words; for a wrong one also what to do. */
  text: string;
}

export const fine = (what: string, text: string): Finding => ({ what, state: 'fine', text });
export const hint = (what: string, text: string): Finding => ({ what, state: 'hint', text });
export const wrong = (what: string, text: string): Finding => ({ what, state: 'wrong', text });

/** Runs a check, and turns what it throws into a finding. */
export async function runCheck(
  what: string,
  check: () => Finding | Finding[] | Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    return [wrong(what, (error as Error).message)];
  }
}

/** The marks before a finding's text. */
export const marks = { fine: 'ok   ', hint: 'note ', wrong: 'WRONG' };
