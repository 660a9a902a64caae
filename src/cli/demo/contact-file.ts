/** Where the people of the sample live: city, state, zip code, area code. */
const homes = [
  ['New York', 'NY', '10003', '212'],
  ['Boston', 'MA', '02116', '617'],
  ['Philadelphia', 'PA', '19103', '215'],
  ['Atlanta', 'GA', '30309', '404'],
  ['Miami', 'FL', '33131', '305'],
  ['Chicago', 'IL', '60611', '312'],
  ['Nashville', 'TN', '37203', '615'],
  ['Houston', 'TX', '77002', '713'],
  ['Denver', 'CO', '80202', '303'],
  ['Phoenix', 'AZ', '85004', '602'],
  ['Seattle', 'WA', '98101', '206'],
  ['San Francisco', 'CA', '94103', '415'],
] as const;

const firstNames =
  'Ada Ben Carla David Elena Frank Grace Hugo Irene Jonas Karen Liam Maria Noah Olivia Paul Quinn Rosa Samuel Tara'.split(
    ' ',
  );
const lastNames =
  "Adams Becker Clark Diaz Evans Fischer Garcia Hughes Ito Jensen Klein Lopez Müller Novak O'Brien Patel Quill Rossi Smith Turner".split(
    ' ',
  );
const streets = ['Main Street', 'Oak Avenue', 'River Road', 'Park Lane', 'Church Street'];

const header =
  'First Name,Last Name,Phone,Mobile,Address,City,State,Zip Code,Account,Balance,Due Date';

/**
 * A contact list to try the upload with: 300 accounts, every fourth with a second phone. All
 * numbers are in the block 555-0100 to 555-0199, which belongs to nobody.
 */
export function sampleContacts(): string {
  const rows = Array.from({ length: 300 }, (_, index) => rowOf(index));
  return `${header}\r\n${rows.join('\r\n')}\r\n`;
}

/** What is wrong with twelve rows of `demoContacts`, by the row's first name: the import finds each. */
export const plantedFaults = {
  Dee: { phone: '(312) 555-01', fault: 'number_malformed' },
  Eli: { phone: '302555014.0', fault: 'number_malformed' },
  Fay: { phone: 'ask at the desk', fault: 'number_malformed' },
  Gus: { phone: '(646) 555-0100', fault: 'number_duplicate' },
  Ida: { phone: '+44 20 7946 0958', fault: 'number_foreign_code' },
  Joe: { phone: '(876) 555-0111', fault: 'number_foreign' },
  Kay: { phone: '(900) 555-0111', fault: 'number_premium' },
  Lou: { phone: '(800) 555-0111', fault: 'number_toll_free' },
  Moe: { phone: '(233) 555-0111', fault: 'number_unassigned' },
  Nan: { phone: '', fault: 'account_without_number' },
  Oak: { phone: '(425) 555-0180', state: 'WQ', fault: 'state_unknown' },
  Pia: { phone: '(628) 555-0181', zip: '94103-1234-5', fault: 'field_cut' },
} as const;

/** Somebody of the demo's history who asked by text to be left alone. */
export const barredContact = '(907) 555-0142';

/** Area codes of the places above that nobody of the history has: whoever is in the file is new. */
const newAreas = '646 857 267 678 786 773 629 281 720 480 425 628'.split(' ');

/** Beside the places above: each in a zone of its own. */
const faraway = [
  ['Anchorage', 'AK', '99501', '907'],
  ['Honolulu', 'HI', '96813', '808'],
  ['Hagåtña', 'GU', '96910', '671'],
] as const;

/**
 * The file to upload into a demo client that has a history: 300 rows with numbers of seven zones, twelve of
 * them with a planted fault, one on the do-not-call list, and one household with two phones.
 */
export function demoContacts(): string {
  const faults = Object.entries(plantedFaults);
  const faulty = new Map(faults.map((one, at) => [20 + at * 22, one]));
  const rows = Array.from({ length: 300 }, (_, index) => {
    const cells = cellsOf(index, newHome(index));
    cells[3] = index === 5 ? '857-555-0191' : '';
    if (index === 3) cells[2] = barredContact;
    const fault = faulty.get(index);
    if (fault) {
      const [name, planted] = fault;
      [cells[0], cells[2]] = [name, planted.phone];
      if ('state' in planted) cells[6] = planted.state;
      if ('zip' in planted) cells[7] = planted.zip;
    }
    return cells.join(',');
  });
  return `${header}\r\n${rows.join('\r\n')}\r\n`;
}

function newHome(index: number): readonly [string, string, string, string] | undefined {
  if (index % 10 === 9) return faraway[Math.floor(index / 10) % 3];
  const [city, state, zip] = homes[index % homes.length] ?? homes[0];
  return [city, state, zip, pick(newAreas, index)];
}

function rowOf(index: number): string {
  return cellsOf(index).join(',');
}

function cellsOf(
  index: number,
  home: readonly [string, string, string, string] = homes[index % homes.length] ?? homes[0],
): string[] {
  const [city, state, zip, area] = home;
  const line = Math.floor(index / homes.length);
  const mobile = index % 4 === 0 ? `${area}-555-01${String(line + 50).padStart(2, '0')}` : '';
  return [
    pick(firstNames, index * 7),
    pick(lastNames, index * 3 + line),
    `(${area}) 555-01${String(line).padStart(2, '0')}`,
    mobile,
    `${100 + ((index * 37) % 900)} ${pick(streets, index)}`,
    city,
    state,
    zip,
    `AC-${String(10_001 + index)}`,
    (((index * 7919) % 90_000) / 100 + 25).toFixed(2),
    `12/${String((index % 28) + 1).padStart(2, '0')}/2026`,
  ];
}

const pick = (names: readonly string[], index: number) => names[index % names.length] ?? '';
