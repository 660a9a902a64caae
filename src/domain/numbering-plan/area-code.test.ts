import { describe, expect, test } from 'vitest';
import {
  libraryAreas,
  nanpaJanuary,
  nanpaSeptember,
} from '../../../test/numbering-plan/second-sources.ts';
import { type AreaCode, areaCodeOf, areaCodes } from './area-code.ts';

const of = (code: string): AreaCode | undefined => areaCodeOf(`1${code}5550100`);
const geographic = areaCodes.filter((area) => area.kind === 'geographic');

describe('the table of area codes', () => {
  test('has each code once, three digits that the plan may assign', () => {
    expect(new Set(areaCodes.map((area) => area.code)).size).toBe(areaCodes.length);
    for (const { code } of areaCodes) expect(code).toMatch(/^[2-9][0-8]\d$/);
    for (const { code } of geographic) expect(code).not.toMatch(/^.(\d)\1$/);
  });

  test('has every code that NANPA has in service, in its country and its states', () => {
    expect(nanpaSeptember.length).toBeGreaterThan(480);
    for (const source of nanpaSeptember) {
      expect(of(source.code), source.code).toMatchObject({
        country: source.country,
        states: source.states,
        inService: 'yes',
      });
    }
  });

  test('has every code that NANPA has assigned, in service or announced', () => {
    for (const source of nanpaJanuary) {
      const area = of(source.code);
      expect(area, source.code).toBeDefined();
      if (source.inService) expect(area?.inService, source.code).toBe('yes');
      expect(area?.kind === 'geographic', source.code).toBe(source.isGeographic);
      if (source.isGeographic) {
        expect(area, source.code).toMatchObject({
          country: source.country,
          states: source.states,
        });
      }
    }
  });

  test('has every code and state of libphonenumber, and its kinds', () => {
    for (const source of libraryAreas) {
      const area = of(source.code);
      expect(area, source.code).toBeDefined();
      if (source.kind === 'geographic') {
        expect(area?.country, source.code).toBe(source.country);
        if (source.states.length > 0) expect(area?.states, source.code).toEqual(source.states);
      }
      const canadian = ['600', '622', '633'].includes(source.code);
      expect(area?.kind, source.code).toBe(canadian ? 'non-geographic' : source.kind);
    }
  });

  test('has no code that neither source knows', () => {
    const known = new Set(
      [...nanpaJanuary, ...nanpaSeptember, ...libraryAreas].map((area) => area.code),
    );
    expect(areaCodes.filter((area) => !known.has(area.code))).toEqual([]);
  });

  test('has a state or province for every area in the United States and Canada', () => {
    for (const area of geographic) {
      expect(area.zones.length, area.code).toBeGreaterThan(0);
      expect(area.states.length > 0, area.code).toBe(['US', 'CA'].includes(area.country));
    }
    for (const area of areaCodes) {
      if (area.kind !== 'geographic') expect([area.states, area.zones]).toEqual([[], []]);
    }
  });

  test('names no code that is unassigned', () => {
    for (const code of ['222', '370', '555', '960', '976', '290', '211', '911', '000']) {
      expect(of(code), code).toBeUndefined();
    }
  });
});

describe('the newer codes', () => {
  test.each([
    ['235', 'MO'],
    ['357', 'CA'],
    ['436', 'OH'],
    ['457', 'LA'],
    ['465', 'NY'],
    ['471', 'MS'],
    ['483', 'AL'],
    ['621', 'TX'],
    ['624', 'NY'],
    ['679', 'MI'],
    ['729', 'TN'],
    ['738', 'CA'],
    ['748', 'CO'],
    ['821', 'SC'],
    ['837', 'CA'],
    ['861', 'IL'],
    ['924', 'MN'],
    ['942', 'ON'],
    ['257', 'BC'],
    ['273', 'QC'],
    ['565', 'GA'],
    ['761', 'KY'],
  ])('%s is in %s', (code, state) => {
    expect(of(code)?.states).toEqual([state]);
  });

  test('overlays have the zones of the code that they overlay', () => {
    for (const [overlay, older] of [
      ...[['689', '407'] as const, ['474', '306'] as const, ['639', '306'] as const],
      ...[['531', '402'] as const, ['483', '334'] as const, ['729', '423'] as const],
      ...[['448', '850'] as const, ['364', '270'] as const, ['930', '812'] as const],
      ...[['986', '208'] as const, ['458', '541'] as const, ['367', '418'] as const],
      ...[['273', '418'] as const, ['565', '912'] as const, ['761', '502'] as const],
      ...[['584', '204'] as const, ['879', '709'] as const, ['257', '250'] as const],
    ]) {
      expect(of(overlay)?.zones, overlay).toEqual(of(older)?.zones);
    }
  });

  test('those not in service yet are marked', () => {
    const announced = areaCodes.filter((area) => area.inService === 'announced');
    expect(announced.map((area) => area.code)).toEqual(['273', '565', '761', '822']);
  });
});
