/** Runs: neighbors on a keyboard, the alphabet, digits, or one character again and again. */

const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1234567890',
  '!@#$%^&*()_+',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
];

/** Each character with those that may follow it in some row, in either direction. */
const followers = new Map<string, Set<string>>();

function mayFollow(one: string, next: string): void {
  const known = followers.get(one) ?? new Set<string>();
  followers.set(one, known.add(next));
}

for (const row of rows) {
  // The last one is followed by the first: "7890123".
  [...row].forEach((one, index) => {
    const next = row.charAt((index + 1) % row.length);
    mayFollow(one, next);
    mayFollow(next, one);
  });
}

/** Shorter ones happen in words: "as", "ee". */
const shortest = 3;

/** What is left of a text in lower case when its runs are taken out. */
export function withoutRuns(text: string): string {
  const characters = [...text];
  let left = '';
  for (let start = 0; start < characters.length; ) {
    const length = runLength(characters, start);
    if (length < shortest) left += characters.slice(start, start + length).join('');
    start += length;
  }
  return left;
}

function runLength(characters: readonly string[], start: number): number {
  let end = start + 1;
  while (end < characters.length && continues(characters[end - 1] ?? '', characters[end] ?? '')) {
    end += 1;
  }
  return end - start;
}

const continues = (one: string, next: string) =>
  one === next || followers.get(one)?.has(next) === true;
