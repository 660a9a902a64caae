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

function rowOf(index: number): string {
  const [city, state, zip, area] = homes[index % homes.length] ?? homes[0];
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
  ].join(',');
}

const pick = (names: readonly string[], index: number) => names[index % names.length] ?? '';
