import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ProblemError } from '#contract/errors.ts';
import { type DncColumn, readDncFile } from './do-not-call-file.ts';

async function read(text: string, column: DncColumn) {
  const phones: string[] = [];
  const wrong: number[] = [];
  for await (const line of readDncFile(Readable.from([Buffer.from(text)]), column)) {
    if ('phone' in line) phones.push(line.phone.slice(1));
    else wrong.push(line.line);
  }
  return { phones, wrong };
}

const home = ['5125550100', '5125550111'];
const mobile = ['5125550199', '5125550122'];
const table = (separator: string) =>
  [
    ['Name', 'Home', 'Mobile'],
    ['"Doe, Jane"', '512-555-0100', '512-555-0199'],
    ['Roe', '512-555-0111', '512-555-0122'],
  ]
    .map((cells) => cells.join(separator))
    .join('\n');

describe.each([',', ';', '\t', '|'])('cells with "%s" between them', (separator) => {
  test('a comma in a quoted name moves no number into another column', async () => {
    const of = (column: DncColumn) => read(table(separator), column);
    expect(await of({ named: 'Mobile' })).toEqual({ phones: mobile, wrong: [] });
    expect(await of({ named: 'home' })).toEqual({ phones: home, wrong: [] });
    expect(await of({ named: '3' })).toEqual({ phones: mobile, wrong: [] });
    expect(await of('guess')).toEqual({ phones: home, wrong: [] });
  });
});

test('a comma in a name without quotes moves nothing where tabs are between the cells', async () => {
  const text = table('\t').replaceAll('"', '');
  expect(await read(text, { named: 'Mobile' })).toEqual({ phones: mobile, wrong: [] });
  expect(await read(text, 'guess')).toEqual({ phones: home, wrong: [] });
});

test('a quoted cell may have spaces around it, and two quotes stand for one', async () => {
  const text = 'Name,Mobile\n "Doe ""JD"", Jane" , "512-555-0100" \n"",5125550101';
  expect((await read(text, { named: 'Mobile' })).phones).toEqual(['5125550100', '5125550101']);
});

test('a line of which nobody can tell the columns is wrong, and blocks no other number', async () => {
  const text = [
    'Note,Home,Mobile',
    '"called',
    'at 5, once",512-555-0100,512-555-0199',
    'a 12" pipe,512-555-0111,512-555-0122',
    'John "Jack" Roe,512-555-0133,512-555-0144',
  ].join('\n');
  expect(await read(text, { named: 'Home' })).toEqual({ phones: ['5125550133'], wrong: [2, 3, 4] });
});

test('a number before a quote without a partner is certain', async () => {
  expect(await read('512-555-0100,12" pipe', 'first')).toEqual({
    phones: ['5125550100'],
    wrong: [],
  });
});

test('a file that mixes its separators is read as before', async () => {
  const text = '512-555-0100,Roe\n512-555-0101;Doe\n512-555-0102\tPoe\n512-555-0103\n';
  expect((await read(text, 'guess')).phones).toHaveLength(4);
});

test('a list of numbers alone may have something beside them further down', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => `${5_125_550_100 + at}`);
  const { phones } = await read([...rows, '5125550160;Roe', '5125550161,Doe'].join('\n'), 'guess');
  expect(phones).toHaveLength(62);
});

test('a table is read to its end by what its first lines show, in any number of them', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => `"A, B",${5_125_550_100 + at}`);
  const { phones } = await read(['Name,Phone', ...rows].join('\r\n'), 'guess');
  expect(phones).toHaveLength(300);
  expect((await read('', 'guess')).phones).toEqual([]);
});

test('a column that is not there is refused, with those that are', async () => {
  const missing = read(table(';'), { named: 'Cell' });
  await expect(missing).rejects.toThrow(ProblemError);
  await expect(missing).rejects.toThrow('Name, Home, Mobile');
});
