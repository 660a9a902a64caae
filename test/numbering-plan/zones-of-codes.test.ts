import { expect, test } from 'vitest';
import { areaCodeOf } from '../../src/domain/numbering-plan/area-code.ts';
import {
  type Difference,
  differencesOf,
  libraryDifferences,
  nanpaDifferences,
  zonesOfLetters,
} from './differences.ts';
import { libraryAreas, nanpaJanuary } from './second-sources.ts';

const zonesOf = (code: string) => areaCodeOf(`1${code}5550100`)?.zones ?? [];
const expected = (known: Difference[]) =>
  known.flatMap(({ kind, codes }) => codes.split(' ').map((code) => `${code} ${kind}`)).toSorted();

test('every code has the zones that NANPA gives it, but for what is written down', () => {
  const areas = nanpaJanuary.filter((area) => area.states.length > 0);
  expect(areas.length).toBeGreaterThan(430);
  const found = areas.flatMap((area) =>
    differencesOf(zonesOf(area.code), zonesOfLetters(area)).map((kind) => `${area.code} ${kind}`),
  );
  expect(found.toSorted()).toEqual(expected(nanpaDifferences));
});

test('every code has the zones that libphonenumber gives it, but for what is written down', () => {
  const areas = libraryAreas.filter((area) => area.zones.length > 0);
  expect(areas.length).toBeGreaterThan(430);
  const found = areas.flatMap((area) =>
    differencesOf(zonesOf(area.code), area.zones).map((kind) => `${area.code} ${kind}`),
  );
  expect(found.toSorted()).toEqual(expected(libraryDifferences));
});
