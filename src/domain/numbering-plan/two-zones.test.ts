/**
 * Codes whose area has more than one time zone, with a town for each zone that is missed easily.
 */
import { expect, test } from 'vitest';
import { nanpaJanuary } from '../../../test/numbering-plan/second-sources.ts';
import { areaCodeOf } from './area-code.ts';

const zonesOf = (code: string) => areaCodeOf(`1${code}5550100`)?.zones ?? [];

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';
const indiana = 'America/Indiana/Indianapolis';
const toronto = 'America/Toronto';
const alberta = 'America/Edmonton';
const manitoba = 'America/Winnipeg';

test.each([
  ['334', 'Phenix City, Alabama', eastern, central],
  ['483', 'Valley and Lanett, Alabama', eastern, central],
  ['850', 'Apalachicola, Florida', eastern, central],
  ['448', 'Panama City, Florida', eastern, central],
  ['219', 'White county, Indiana', indiana, central],
  ['574', 'Knox, Indiana', indiana, 'America/Indiana/Knox'],
  ['812', 'Evansville, Indiana', indiana, central],
  ['930', 'Tell City, Indiana', indiana, 'America/Indiana/Tell_City'],
  ['270', 'Elizabethtown, Kentucky', eastern, central],
  ['364', 'Bowling Green, Kentucky', eastern, central],
  ['606', 'Albany, Kentucky', eastern, central],
  ['423', 'Jasper, Tennessee', eastern, central],
  ['729', 'Pikeville, Tennessee', eastern, central],
  ['931', 'the edge of Tennessee', eastern, central],
  ['906', 'Iron Mountain, Michigan', 'America/Detroit', 'America/Menominee'],
  ['605', 'Rapid City, South Dakota', central, mountain],
  ['701', 'Dickinson, North Dakota', central, mountain],
  ['308', 'Scottsbluff, Nebraska', central, mountain],
  ['402', 'Cody, Nebraska', central, mountain],
  ['531', 'the west of Cherry county, Nebraska', central, mountain],
  ['620', 'Syracuse, Kansas', central, mountain],
  ['785', 'Goodland, Kansas', central, mountain],
  ['580', 'Kenton, Oklahoma', central, mountain],
  ['915', 'the east of El Paso, Texas', central, mountain],
  ['432', 'Pine Springs, Texas', central, mountain],
  ['928', 'the Navajo Nation, Arizona', 'America/Phoenix', mountain],
  ['760', 'Winterhaven, California', pacific, 'America/Phoenix'],
  ['442', 'Bard, California', pacific, 'America/Phoenix'],
  ['775', 'Jackpot, Nevada', pacific, 'America/Boise'],
  ['775', 'West Wendover, Nevada', pacific, mountain],
  ['208', "Coeur d'Alene, Idaho", pacific, 'America/Boise'],
  ['986', 'Lewiston, Idaho', pacific, 'America/Boise'],
  ['541', 'Ontario, Oregon', pacific, 'America/Boise'],
  ['458', 'Vale, Oregon', pacific, 'America/Boise'],
  ['907', 'Adak, Alaska', 'America/Anchorage', 'America/Adak'],
  ['807', 'Kenora, Ontario', toronto, manitoba],
  ['807', 'Atikokan, Ontario', toronto, 'America/Atikokan'],
  ['418', 'the Magdalen Islands, Quebec', toronto, 'America/Halifax'],
  ['581', 'Listuguj, Quebec', toronto, 'America/Halifax'],
  ['367', 'the Lower North Shore, Quebec', toronto, 'America/Blanc-Sablon'],
  ['306', 'Lloydminster, Saskatchewan', 'America/Regina', alberta],
  ['639', 'Creighton, Saskatchewan', 'America/Regina', manitoba],
  ['474', 'Denare Beach, Saskatchewan', 'America/Regina', manitoba],
  ['250', 'Cranbrook, British Columbia', 'America/Vancouver', alberta],
  ['236', 'Fernie, British Columbia', 'America/Vancouver', alberta],
  ['257', 'Golden, British Columbia', 'America/Vancouver', alberta],
  ['672', 'Dawson Creek, British Columbia', 'America/Vancouver', 'America/Dawson_Creek'],
  ['778', 'Creston, British Columbia', 'America/Vancouver', 'America/Creston'],
  ['867', 'Yellowknife and Iqaluit', alberta, 'America/Iqaluit'],
  ['867', 'Whitehorse and Rankin Inlet', 'America/Whitehorse', 'America/Rankin_Inlet'],
  ['709', 'Goose Bay, Labrador', 'America/St_Johns', 'America/Goose_Bay'],
  ['879', 'Labrador City', 'America/St_Johns', 'America/Goose_Bay'],
])('%s has both zones: %s', (code, _place, one, other) => {
  expect(zonesOf(code)).toEqual(expect.arrayContaining([one, other]));
});

test('every code that NANPA gives more than one zone has more than one', () => {
  const several = nanpaJanuary.filter((area) => /^[EACMP]{2,}$/.test(area.zones));
  expect(several.length).toBe(24);
  for (const area of several) expect(zonesOf(area.code).length, area.code).toBeGreaterThan(1);
});

test('the codes that the old statistics had wrong stand in their own zones', () => {
  expect(zonesOf('689')).toEqual([eastern]);
  expect(zonesOf('474')).toEqual(zonesOf('306'));
  expect(zonesOf('402')).toContain(mountain);
});
