import { expect, test } from 'vitest';
import { areaCodes } from '#domain/numbering-plan/area-code.ts';
import { zoneWords } from './zone-words.ts';

test('every zone of the United States and Canada has a name that people there use', () => {
  const zones = new Set(
    areaCodes.filter(({ country }) => ['US', 'CA'].includes(country)).flatMap((area) => area.zones),
  );
  const cities = [...zones].filter((zone) => zone.endsWith(`/${zoneWords(zone)}`));
  // These two islands are named as their zones are.
  expect(cities.toSorted()).toEqual(['Pacific/Guam', 'Pacific/Saipan']);
  expect(zoneWords('America/Puerto_Rico')).toBe('Puerto Rico');
});
