/** No code decides by the words of a sentence: it reads a code (decision 050). */

/** Words of others that come without a code, and the only files that compare them. */
const foreign: ReadonlyMap<string, string> = new Map([
  ['src/api/plugins/problems.ts', "busboy's errors of a broken form have no code"],
  ['src/cli/server/connect-sentence.ts', 'the errors that pg throws itself have no code'],
  ['src/db/errors.ts', 'the errors that pg throws itself have no code'],
  ['src/db/pooler.ts', 'a pooler reports everything as a protocol violation, 08P01'],
]);

const sentence = String.raw`\.(?:message|detail|statusReason|sentence)`;
const deciding = 'includes|startsWith|endsWith|replace|replaceAll|match|matchAll|search|indexOf';
/** A comparison with '' asks only whether there is a sentence. */
const uses = [
  new RegExp(String.raw`${sentence}\s*\??\.(?:${deciding})\(`, 'g'),
  new RegExp(String.raw`\.(?:test|exec)\([^()]*${sentence}\)`, 'g'),
  new RegExp(String.raw`${sentence} [!=]== ['"\`](?!['"\`])`, 'g'),
  // Parts of a documented name: callTypeName.startsWith('Hide').
  /(?:Type|Status)Name\s*\??\.(?:startsWith|endsWith|replace|match)\(['"`/][^'"`]*[a-z]{3}/g,
  // Words of a sentence that was built a moment ago: 'last call', /^the /.
  new RegExp(String.raw`\.(?:${deciding})\(\s*['"\`][A-Z]?[a-z]+ [^'"\`]*['"\`]`, 'g'),
  /\.(?:replace|replaceAll|match)\(\s*\/\^?[A-Za-z]+ ?\//g,
  /\/\^[a-z]+ [^/\n]*\/[a-z]*\.(?:test|exec)\(/g,
];

/** Tests compare what a person reads. */
const isOurs = (file: string) => file.startsWith('src/') && !/\.test\.tsx?$/.test(file);

export function sentenceBreaches(
  sources: ReadonlyMap<string, string>,
  exceptions: ReadonlyMap<string, string> = foreign,
): string[] {
  const found = [...sources].flatMap(([file, source]) =>
    isOurs(file) && !exceptions.has(file)
      ? usesIn(source).map((use) => `${file}: "${use}"; decide by a code, not by a sentence`)
      : [],
  );
  const idle = [...exceptions.keys()].flatMap((file) => {
    const source = sources.get(file);
    return source === undefined || usesIn(source).length > 0
      ? []
      : [`${file}: compares no sentence; remove it from test/architecture/sentence-rule.ts`];
  });
  return [...found, ...idle];
}

const usesIn = (source: string) => uses.flatMap((use) => source.match(use) ?? []);
