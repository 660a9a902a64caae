/** The made-up public of the demo: American names and places, numbers of the blocks that belong to nobody. */
import type { Random } from '../../src/domain/random.ts';

/** City, state, zip code, area code: each area code is in one time zone. */
const homes =
  `New York,NY,10003,212|Brooklyn,NY,11201,718|Buffalo,NY,14202,716|Rochester,NY,14604,585|Albany,NY,12207,518
Boston,MA,02116,617|Worcester,MA,01608,508|Springfield,MA,01103,413|Providence,RI,02903,401|Hartford,CT,06103,860
Stamford,CT,06901,203|Portland,ME,04101,207|Manchester,NH,03101,603|Burlington,VT,05401,802|Newark,NJ,07102,973
Trenton,NJ,08608,609|Philadelphia,PA,19103,215|Pittsburgh,PA,15222,412|Scranton,PA,18503,570|Wilmington,DE,19801,302
Baltimore,MD,21202,410|Rockville,MD,20850,301|Washington,DC,20001,202|Arlington,VA,22201,703|Richmond,VA,23219,804
Virginia Beach,VA,23451,757|Charleston,WV,25301,304|Charlotte,NC,28202,704|Raleigh,NC,27601,919|Columbia,SC,29201,803
Atlanta,GA,30309,404|Savannah,GA,31401,912|Jacksonville,FL,32202,904|Miami,FL,33131,305|Tampa,FL,33602,813
Orlando,FL,32801,407|Cleveland,OH,44113,216|Columbus,OH,43215,614|Cincinnati,OH,45202,513|Detroit,MI,48226,313
Grand Rapids,MI,49503,616|Lexington,KY,40507,859|Chicago,IL,60611,312|Peoria,IL,61602,309|Milwaukee,WI,53202,414
Madison,WI,53703,608|Minneapolis,MN,55401,612|Saint Paul,MN,55102,651|Des Moines,IA,50309,515|Saint Louis,MO,63101,314
Kansas City,MO,64106,816|Omaha,NE,68102,402|Nashville,TN,37203,615|Memphis,TN,38103,901|Birmingham,AL,35203,205
Mobile,AL,36602,251|Jackson,MS,39201,601|Little Rock,AR,72201,501|New Orleans,LA,70112,504|Baton Rouge,LA,70801,225
Houston,TX,77002,713|Dallas,TX,75201,214|San Antonio,TX,78205,210|Austin,TX,78701,512|Fort Worth,TX,76102,817
Oklahoma City,OK,73102,405|Tulsa,OK,74103,918|Wichita,KS,67202,316|Denver,CO,80202,303|Colorado Springs,CO,80903,719
Salt Lake City,UT,84101,801|Albuquerque,NM,87102,505|Phoenix,AZ,85004,602|Cheyenne,WY,82001,307|Billings,MT,59101,406
Seattle,WA,98101,206|Tacoma,WA,98402,253|Spokane,WA,99201,509|Portland,OR,97204,503|San Francisco,CA,94103,415
Oakland,CA,94612,510|San Jose,CA,95113,408|Sacramento,CA,95814,916|Los Angeles,CA,90012,213|Long Beach,CA,90802,562
San Diego,CA,92101,619|Fresno,CA,93721,559|Las Vegas,NV,89101,702|Reno,NV,89501,775|Anchorage,AK,99501,907
Honolulu,HI,96813,808`
    .split(/[\n|]/)
    .map((line) => line.split(',') as [city: string, state: string, zip: string, area: string]);

const firstNames =
  'Ada Ben Carla David Elena Frank Grace Hugo Irene Jonas Karen Liam Maria Noah Olivia Paul Quinn Rosa Samuel Tara Aaliyah Brandon Camila Darnell Esther Fatima Gabriel Hannah Isaiah Jasmine Kevin Latoya Miguel Nancy Omar Priya Rebecca Santiago Thanh Uma Victor Wendy Xavier Yolanda Zachary Christopher Elizabeth Maximilian Guadalupe Bartholomew Jo Al Bo'.split(
    ' ',
  );
const lastNames =
  "Adams Becker Clark Diaz Evans Fischer Garcia Hughes Ito Jensen Klein Lopez Müller Novak O'Brien Patel Quill Rossi Smith Turner Washington Nguyen Kowalski Okafor Johnson Williams Brown Jones Miller Davis Rodriguez Martinez Hernandez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Hill Flores Green Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Kahananui Van der Berg,Featherstonehaugh Castellanos-Montgomery Li Ng"
    .replace('Van der Berg,', 'Vandenberg ')
    .split(' ');
const streets = ['Main Street', 'Oak Avenue', 'River Road', 'Park Lane', 'Church Street'];

export interface Person {
  firstName: string;
  lastName: string;
  phone: string;
  mobile: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  account: string;
  balance: string;
  dueDate: string;
  ssn: string;
  dateOfBirth: string;
}

/** Main numbers of an area code; the ten after them are second numbers. */
const lines = 90;

/** Everybody, in an order of chance. */
export function drawPeople(random: Random): Person[] {
  const people = homes.flatMap((home) =>
    Array.from({ length: lines }, (_, line) => drawPerson(random, home, line)),
  );
  return shuffled(random, people).map((person, at) => ({
    ...person,
    account: `HR-${20_001 + at}`,
  }));
}

function drawPerson(
  random: Random,
  [city, state, zip, area]: (typeof homes)[number],
  line: number,
) {
  const two = (value: number) => String(value).padStart(2, '0');
  const known = random.chance(0.1);
  return {
    ...{ firstName: pick(random, firstNames), lastName: pick(random, lastNames) },
    phone: `(${area}) 555-01${two(line)}`,
    mobile: line < 10 ? `${area}-555-01${two(lines + line)}` : '',
    address: `${random.between(1, 199) * 5} ${pick(random, streets)}`,
    ...{ city, state, zip, account: '' },
    balance: (random.between(100, 9_900) / 20).toFixed(2),
    dueDate: `08/${two(random.between(1, 28))}/2025`,
    // Numbers that begin with 000 are nobody's.
    ssn: known ? `000-${two(random.between(10, 99))}-${random.between(1_000, 9_999)}` : '',
    dateOfBirth: known
      ? `${two(random.between(1, 12))}/${two(random.between(1, 28))}/${random.between(1940, 2005)}`
      : '',
  };
}

const columns = {
  'First Name': 'firstName',
  'Last Name': 'lastName',
  Phone: 'phone',
  Mobile: 'mobile',
  Address: 'address',
  City: 'city',
  State: 'state',
  'Zip Code': 'zip',
  Account: 'account',
  Balance: 'balance',
  'Due Date': 'dueDate',
  SSN: 'ssn',
  'Date of Birth': 'dateOfBirth',
} as const;

export const headers = Object.keys(columns);

/** Which account field each column is, by mapping id. */
export const mapping: readonly [id: number, value: string, columns: string[]][] = [
  [0, 'Phone Number', ['Phone', 'Mobile']],
  [1, 'First Name', ['First Name']],
  [3, 'Last Name', ['Last Name']],
  [4, 'Date of Birth', ['Date of Birth']],
  [5, 'SSN', ['SSN']],
  [6, 'Address', ['Address']],
  [8, 'City', ['City']],
  [9, 'State', ['State']],
  [10, 'Zip Code', ['Zip Code']],
  [11, 'External Id', ['Account']],
  [12, 'Balance', ['Balance']],
  [13, 'Due Date', ['Due Date']],
];

export function csvOf(people: readonly Person[]): string {
  const rows = people.map((person) =>
    Object.values(columns)
      .map((key) => person[key])
      .join(','),
  );
  return `${[headers.join(','), ...rows].join('\r\n')}\r\n`;
}

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[random.between(0, items.length - 1)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = random.between(0, at);
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
}
