/** Checks commit messages, for the hook and for the check of the history. */

/** The longest subject, so that `git log --oneline` fits a terminal. */
export const longestSubject = 72;

const ownWords = new Set(
  'a an the this that these those it its they their we our you your he she his her i my one two three four five both all any each every some no not none nothing nobody who what when where which why how there here if as at by for from in into of off on onto out over to under with without after before while until and or but so also only more less new old now is are was were be been has had have can cannot could may might must should will would wip misc'.split(
    ' ',
  ),
);

/**
 * Returns a sentence for each problem of a commit message.
 *
 * @param {string} text the whole message, with or without git's comment lines
 * @returns {string[]}
 */
export function messageProblems(text) {
  const lines = messageLines(text);
  const [subject = '', second = '', ...rest] = lines;
  if (subject === '') return ['The message is empty.'];
  const problems = [];
  const length = [...subject].length;
  if (length > longestSubject)
    problems.push(`The subject has ${length} characters; the limit is ${longestSubject}.`);
  if (subject.endsWith('.')) problems.push('The subject ends with a period.');
  const mood = moodProblem(subject.split(/\s/)[0] ?? '');
  if (mood) problems.push(mood);
  if (second !== '') problems.push('The second line is not empty.');
  if (![second, ...rest].some((line) => line !== '' && !isTrailer(line)))
    problems.push('There is no body. Explain below an empty line why the change is made.');
  return problems;
}

/** The part that git keeps: without comments, and without the diff that `git commit -v` shows. */
function messageLines(text) {
  const kept = text.split(/^# -+ >8 -+$/m)[0] ?? '';
  const lines = kept.split('\n').filter((line) => !line.startsWith('#'));
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
    .split('\n');
}

const isTrailer = (line) => /^(?:[A-Z][a-z]+(?:-[a-z]+)*-by|Change-Id|Refs|Fixes): /i.test(line);

/**
 * A full list of English verbs is impossible. This rejects words that are clearly not an
 * imperative: words that are not verbs, and verbs that end in -ed, -ing or -s.
 */
function moodProblem(word) {
  const lower = word.toLowerCase();
  const begin = `The subject begins with "${word}"; begin it with a verb in the imperative, such as`;
  if (!/^[A-Z][a-z]+(?:-[a-z]+)*$/.test(word)) return `${begin} "Add", with a capital letter.`;
  if (ownWords.has(lower)) return `${begin} "Add".`;
  const tense =
    (/ed$/.test(lower) && !/(?:eed|embed|shred|shed|wed)$/.test(lower)) ||
    (/ing$/.test(lower) && !/^(?:bring|ring|string|ping|sing|swing|cling|wring)$/.test(lower)) ||
    (/s$/.test(lower) && !/(?:ss|us|bias|alias|canvas)$/.test(lower));
  return tense ? `${begin} "Add", not "Added", "Adding" or "Adds".` : undefined;
}
