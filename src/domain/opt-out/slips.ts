/** The ways in which a short word is mistyped on the keys of a telephone. */

/** Neighboring keys, which a finger hits by mistake. */
const keyRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/**
 * The word with one slip of a finger: the key beside, two letters that changed places, one too many,
 * or, from five letters on, one too few. Not every letter for every other one: short words would be other words too easily.
 */
export function slipsOf(word: string): ReadonlySet<string> {
  const slips = new Set<string>();
  for (let at = 0; at < word.length; at++) {
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    slips.add(before + letter + letter + after);
    if (word.length > 4) slips.add(before + after);
    slips.add(before + after.charAt(0) + letter + after.slice(1));
    for (const beside of keysBeside(letter)) {
      slips.add(before + beside + after);
      slips.add(before + letter + beside + after);
      slips.add(before + beside + letter + after);
    }
  }
  slips.delete(word);
  return slips;
}

function keysBeside(letter: string): string[] {
  const row = keyRows.findIndex((keys) => keys.includes(letter));
  const at = keyRows[row]?.indexOf(letter) ?? 0;
  return [row - 1, row, row + 1]
    .flatMap((near) => {
      // Each row stands half a key further to the right than the one above it.
      const from = near < row ? at : at - 1;
      return [...(keyRows[near]?.slice(Math.max(from, 0), from + (near === row ? 3 : 2)) ?? '')];
    })
    .filter((key) => key !== letter);
}
