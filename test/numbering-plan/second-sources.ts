/** What two public sources say of area codes: files below test/data/area-codes, one line a code. */
import { readFileSync } from 'node:fs';

export interface SourceArea {
  code: string;
  /** Two letters; empty for codes of no country. */
  country: string;
  states: string[];
}

export interface NanpaArea extends SourceArea {
  /** Whether its numbers belong to a region. */
  isGeographic: boolean;
  /** Letters of the zones, `EC` for Eastern and Central, or an offset from UTC. */
  zones: string;
  inService: boolean;
}

export interface LibraryArea extends SourceArea {
  kind: string;
  /** IANA names. */
  zones: string[];
}

/** Every code that NANPA had assigned on 2026-01-05. */
export const nanpaJanuary: NanpaArea[] = lines('nanpa-2026-01-05.csv').map((line) => {
  const [code = '', use, country = '', states = '', zones = '', inService] = line.split(',');
  const isGeographic = use === 'G';
  return {
    code,
    country,
    states: words(states),
    zones,
    isGeographic,
    inService: inService === 'yes',
  };
});

/** Every code that NANPA had in service on 2026-09-21. */
export const nanpaSeptember: SourceArea[] = lines('nanpa-2026-09-21.txt').flatMap((line) => {
  const [country = '', states = '', ...codes] = line.split(' ');
  return codes.map((code) => ({
    code,
    country: country === '-' ? '' : country,
    states: states === '-' ? [] : states.split(','),
  }));
});

/** Every code of Google's libphonenumber. */
export const libraryAreas: LibraryArea[] = lines('libphonenumber-9.0.35.csv').map((line) => {
  const [code = '', country = '', kind = '', states = '', zones = ''] = line.split(',');
  return { code, country, kind, states: words(states), zones: words(zones) };
});

function lines(name: string): string[] {
  const text = readFileSync(new URL(`../data/area-codes/${name}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

function words(list: string): string[] {
  return list === '' ? [] : list.split(' ');
}
