import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressZones, knownState, statesOfZip } from './address-zones.ts';
import { militaryStates, stateCodeOf, stateNames } from './state-names.ts';

const every = Object.entries({ ...stateNames, ...militaryStates }).flatMap(([code, names]) =>
  [code, ...names.split(',')].map((name) => [name.trim(), code] as const),
);

test('every code, name and abbreviation of the table means its own state, in any writing', () => {
  for (const [name, code] of every) {
    const dotted = name.length <= 3 && !name.includes('-') ? [...name].join('.') : name;
    for (const text of [
      name,
      name.toUpperCase(),
      name.toLowerCase(),
      `  ${name} `,
      name.replaceAll(' ', '\u00a0  '),
      name.replaceAll('.', ''),
      name.normalize('NFD'),
      dotted,
    ]) {
      expect([text, stateCodeOf(text)]).toEqual([text, code]);
    }
  }
});

test('no writing stands for two states', () => {
  const plain = every.map(
    ([name, code]) => `${name.toLowerCase().replaceAll(/[.\s]/g, '')} ${code}`,
  );
  const names = new Set([...new Set(plain)].map((one) => one.split(' ')[0]));
  expect(names.size).toBe(new Set(plain).size);
});

test("a state without its accents is the same one, except where that is another one's code", () => {
  expect(stateCodeOf('Quebec')).toBe('QC');
  expect(stateCodeOf('Ile-du-Prince-Edouard')).toBe('PE');
  expect(stateCodeOf('Nouvelle Ecosse')).toBe('NS');
  expect(stateCodeOf('NÉ')).toBe('NS');
  expect(stateCodeOf('NE')).toBe('NE');
});

test('every state has zones; the armed forces have none', () => {
  for (const code of Object.keys(stateNames)) {
    expect([code, knownState(code)]).toEqual([code, code]);
    expect(addressZones(code, null)).not.toEqual([]);
  }
  for (const code of Object.keys(militaryStates)) {
    expect(knownState(code)).toBeUndefined();
    expect(addressZones(code, null)).toEqual([]);
  }
});

test('the abbreviations of the newspapers are no cut codes', () => {
  const cut = [
    ...'Ariz Nev Mont Alas Alta Miss Minn Conn Man Penn Ark Ill'.split(' '),
    'Me.',
    'Va.',
  ];
  const codes = 'AZ NV MT AK AB MS MN CT MB PA AR IL ME VA'.split(' ');
  expect(cut.map(stateCodeOf)).toEqual(codes);
});

const lettersOf = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

test('anything but a code, name or abbreviation has no code, whatever its first letters are', () => {
  const known = new Set(every.map(([name]) => lettersOf(name)));
  const bareKnown = new Set(
    [...known].map((one) => one.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  );
  for (const name of [
    '',
    ' ',
    'Āp',
    'CÁ',
    '.',
    '-',
    'N/A',
    'Albania',
    'Alaska Street',
    'constructor',
    'Cayman',
  ]) {
    expect(stateCodeOf(name)).toBeUndefined();
  }
  for (const code of Object.keys(stateNames)) {
    for (const tail of ['x', 'LONG', ' Springs', '1', 'ø', '/NY', 'zzz.']) {
      expect([code + tail, stateCodeOf(code + tail)]).toEqual([code + tail, undefined]);
    }
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
      const letters = lettersOf(text);
      const bare = lettersOf(text.normalize('NFD').replaceAll(/\p{M}/gu, ''));
      const isKnown = known.has(letters) || (bare.length > 2 && bareKnown.has(bare));
      if (!isKnown) expect([text, stateCodeOf(text)]).toEqual([text, undefined]);
    }),
    { numRuns: 5_000, examples: [['Āp'], ['MÁSS']] },
  );
});

test('a state with its country, twice or called a state is the same one', () => {
  for (const text of ['US-TX', 'TX, USA', 'Texas, United States', 'Texas (TX)', 'State of Texas']) {
    expect([text, stateCodeOf(text)]).toEqual([text, 'TX']);
  }
  for (const text of ['Texas (OK)', 'US-', 'USA', 'State of Mind', 'CA-TX', 'TX (', 'US-US-TX']) {
    expect([text, stateCodeOf(text)]).toEqual([text, undefined]);
  }
});

test.each([
  ['2134', '02134'],
  ['501', '00501'],
  ['21341234', '02134'],
  ['2134-1234', '02134'],
  ['5011234', '00501'],
  ['2134.0', '02134'],
  ['21341234.0', '02134'],
  ['7001', '07001'],
  ['901', '00901'],
  ['852', '00852'],
])('the zip code %s lost its leading zeros and is %s', (lost, whole) => {
  expect(statesOfZip(whole)).toHaveLength(1);
  expect(statesOfZip(lost)).toEqual(statesOfZip(whole));
  expect(addressZones(null, lost)).toEqual(addressZones(null, whole));
});

test('no zip code of the armed forces lies in a state or a zone', () => {
  const military = [...range(90, 98), 340, ...range(962, 966)];
  for (const prefix of military) {
    const zip = `${String(prefix).padStart(3, '0')}12`;
    expect([zip, statesOfZip(zip)]).toEqual([zip, []]);
    expect([zip, statesOfZip(`${zip}-3456`)]).toEqual([zip, []]);
    expect(addressZones('AE', zip)).toEqual([]);
    expect(addressZones('FL', zip)).toEqual(addressZones('FL', null));
  }
  expect(statesOfZip('33901')).toEqual(['FL']);
  expect(statesOfZip('34102')).toEqual(['FL']);
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}
