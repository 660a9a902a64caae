/**
 * States, territories and provinces as contact files write them: postal codes, names in English and
 * French, and the abbreviations of the time before the codes (the Government Publishing Office's,
 * the Associated Press's, Canada's before 2002). Any other cell is ignored: two letters cut from it
 * may be another state's code, and a person would be called by the hours of that state (Ariz.,
 * Mont., Nev.).
 */

/**
 * By code: what else it is called, separated by commas. Case, dots, spaces and accents do not
 * matter.
 */
export const stateNames: Readonly<Record<string, string>> = {
  AL: 'Alabama, Ala.',
  AK: 'Alaska, Alas.',
  AZ: 'Arizona, Ariz.',
  AR: 'Arkansas, Ark.',
  CA: 'California, Calif., Cal.',
  CO: 'Colorado, Colo., Col.',
  CT: 'Connecticut, Conn.',
  DE: 'Delaware, Del.',
  DC: 'District of Columbia, Dist. of Columbia, Washington DC, Washington District of Columbia, Wash. DC',
  FL: 'Florida, Fla., Flor.',
  GA: 'Georgia, Geo.',
  HI: "Hawaii, Hawai'i, Haw.",
  ID: 'Idaho, Ida.',
  IL: 'Illinois, Ill., Ills.',
  IN: 'Indiana, Ind.',
  IA: 'Iowa',
  KS: 'Kansas, Kans., Kan., Kas.',
  KY: 'Kentucky, Ken., Kent.',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts, Mass.',
  MI: 'Michigan, Mich.',
  MN: 'Minnesota, Minn.',
  MS: 'Mississippi, Miss.',
  MO: 'Missouri',
  MT: 'Montana, Mont.',
  NE: 'Nebraska, Nebr., Neb.',
  NV: 'Nevada, Nev.',
  NH: 'New Hampshire, N. Hamp., N. Hampshire',
  NJ: 'New Jersey, N. Jersey',
  NM: 'New Mexico, N. Mex., N. Mexico, New Mex.',
  NY: 'New York, N. York, New York State',
  NC: 'North Carolina, N. Car., N. Carolina, No. Carolina',
  ND: 'North Dakota, N. Dak., N. Dakota, No. Dakota, NoDak',
  OH: 'Ohio',
  OK: 'Oklahoma, Okla., Okl.',
  OR: 'Oregon, Ore., Oreg.',
  PA: 'Pennsylvania, Penn., Penna.',
  RI: 'Rhode Island, Rhode Isl., Rhode Island and Providence Plantations',
  SC: 'South Carolina, S. Car., S. Carolina, So. Carolina',
  SD: 'South Dakota, S. Dak., S. Dakota, So. Dakota, SoDak',
  TN: 'Tennessee, Tenn., Ten.',
  TX: 'Texas, Tex.',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia, Virg.',
  WA: 'Washington, Wash., Wn., Washington State',
  WV: 'West Virginia, W. Va., W. Virg., W. Virginia, West Va.',
  WI: 'Wisconsin, Wis., Wisc.',
  WY: 'Wyoming, Wyo.',
  AS: 'American Samoa, Amer. Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands, N. Mariana Islands, Northern Marianas, Commonwealth of the Northern Mariana Islands, CNMI',
  PR: 'Puerto Rico',
  VI: 'Virgin Islands, US Virgin Islands, United States Virgin Islands, Virgin Islands of the United States, USVI',
  AB: 'Alberta, Alta., Alb.',
  BC: 'British Columbia, Brit. Col., Colombie-Britannique, C.-B.',
  MB: 'Manitoba, Man.',
  NB: 'New Brunswick, Nouveau-Brunswick, N.-B.',
  NL: 'Newfoundland and Labrador, Newfoundland & Labrador, Newfoundland, Labrador, Nfld., Nfld. & Lab., Nfld. and Lab., Nfld. & Labrador, Lab., NF, LB, Terre-Neuve-et-Labrador, Terre-Neuve, T.-N.-L., T.-N.',
  NS: 'Nova Scotia, Nouvelle-Écosse, N.-É., NÉ',
  NT: 'Northwest Territories, North West Territories, Territoires du Nord-Ouest, NWT, T.N.-O., TNO',
  NU: 'Nunavut, Nvt.',
  ON: 'Ontario, Ont.',
  PE: 'Prince Edward Island, Prince Edward Isl., Île-du-Prince-Édouard, PEI, Î.-P.-É., ÎPÉ',
  QC: 'Quebec, Québec, Que., Qué., PQ',
  SK: 'Saskatchewan, Sask.',
  YT: 'Yukon, Yukon Territory, Yuk., YK',
};

/**
 * Armed forces of the Americas, Europe (with Africa and the Middle East) and the Pacific: known
 * codes, but of no state and of no time zone (USPS Publication 28, appendix B).
 */
export const militaryStates: Readonly<Record<string, string>> = {
  AA: 'Armed Forces Americas, Armed Forces the Americas',
  AE: 'Armed Forces Europe, Armed Forces Africa, Armed Forces Canada, Armed Forces Middle East',
  AP: 'Armed Forces Pacific',
};

const codes = new Map<string, string>();
for (const [code, names] of Object.entries({ ...stateNames, ...militaryStates })) {
  for (const name of [code, ...names.split(',')]) {
    codes.set(plain(name), code);
    const bare = withoutAccents(plain(name));
    // Without its accents "NÉ", Nova Scotia in French, is the code of Nebraska.
    if (!codes.has(bare) && bare.length > 2) codes.set(bare, code);
  }
}

/**
 * The two-letter code of a state, territory or province, or of the armed forces (AA, AE, AP).
 *
 * @param text a cell as the file has it
 * @returns undefined for an unknown code, name or abbreviation
 */
export function stateCodeOf(text: string): string | undefined {
  return codeOf(text) ?? codeOf(withoutCountry(text)) ?? codeGivenTwice(text);
}

function codeOf(text: string): string | undefined {
  const name = plain(text);
  const bare = withoutAccents(name);
  // Two letters are a code; with an accent they are not, as "NÉ" shows.
  return codes.get(name) ?? (bare.length > 2 ? codes.get(bare) : undefined);
}

/** "US-TX", "TX, USA", "State of Texas". */
function withoutCountry(text: string): string {
  return text
    .trim()
    .replace(/^(?:US-|State of )/i, '')
    .replace(/, *(?:U\.?S\.?(?:A\.?)?|United States(?: of America)?)$/i, '');
}

/** "Texas (TX)": both say the same. */
function codeGivenTwice(text: string): string | undefined {
  const [, first = '', second = ''] = /^\s*([^()]+)\(([^()]+)\)\s*$/.exec(text) ?? [];
  const code = codeOf(first);
  return code === codeOf(second) ? code : undefined;
}

/**
 * Lower case, without dots, spaces and apostrophes; a hyphen counts in short abbreviations only.
 */
function plain(text: string): string {
  const compact = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[.,'’ʻ`\s]/g, '');
  const letters = compact.replaceAll(/[-‐‑–]/g, '');
  return letters.length > 3 ? letters : compact.replaceAll(/[‐‑–]/g, '-');
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
