import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { messageIntent } from '../../src/contract/inbound-text.ts';
import { intentOf } from '../../src/domain/opt-out/intent.ts';

/** "reading, language, kind, text", separated by tabs; see test/data/opt-out-texts/README.md. */
function textsOf(name: string) {
  const file = new URL(`../data/opt-out-texts/${name}.tsv`, import.meta.url);
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [meant, language, kind, text, ...more] = line.split('\t');
    expect({ line, more }).toEqual({ line, more: [] });
    expect(['opt-out', 'unclear', 'other']).toContain(meant);
    return { meant, language, kind, text: (text ?? '').replaceAll('\\n', '\n') };
  });
}

function measure(name: string) {
  const read = textsOf(name).map((one) => ({ ...one, read: intentOf(one.text) }));
  const meant = read.filter((one) => one.meant === 'opt-out');
  const found = read.filter((one) => one.read === messageIntent.optOut);
  const both = meant.filter((one) => one.read === messageIntent.optOut);
  const unclear = read.filter((one) => one.read === messageIntent.unclear);
  return {
    optOuts: meant.length,
    others: read.length - meant.length,
    recall: both.length / meant.length,
    precision: both.length / found.length,
    unclear: unclear.length / read.length,
  };
}

describe.each(['seen', 'unseen', 'reviewers', 'blind'])('of the %s texts', (name) => {
  const measured = measure(name);

  test('at least 0.97 of the opt-outs are found, and 0.98 of what is found is one', () => {
    expect(measured.recall).toBeGreaterThanOrEqual(0.97);
    expect(measured.precision).toBeGreaterThanOrEqual(0.98);
  });

  test('at most one in twenty is unclear', () => {
    expect(measured.unclear).toBeLessThanOrEqual(0.05);
  });

  test('there are enough of them for these figures', () => {
    expect(measured.optOuts).toBeGreaterThanOrEqual(125);
    expect(measured.others).toBeGreaterThanOrEqual(125);
  });
});

test('no text is in both files', () => {
  const key = ({ text }: { text: string }) => text.trim().toLowerCase();
  const seen = new Set(textsOf('seen').map(key));
  expect(
    textsOf('unseen')
      .map(key)
      .filter((text) => seen.has(text)),
  ).toEqual([]);
});
