/** Addresses that lead out of the console's folder, or around the check of an operation. */
import { rawRequest } from '../raw.ts';
import type { Reply } from '../verdict.ts';
import { consoleMark, type RawCase } from './http-case.ts';

/** Ways to write "one folder up". */
const ups = [
  ...['../', '..\\', '%2e%2e/', '%2e%2e%2f', '..%2f', '..%5c', '%252e%252e%252f', '..%252f'],
  ...[
    '....//',
    '..;/',
    '.%00./',
    '..%00/',
    '%c0%ae%c0%ae/',
    '%uff0e%uff0e/',
    '%ef%bc%8e%ef%bc%8e/',
  ],
  ...[
    '..//',
    './../',
    '.../',
    '..%09/',
    '..%0d%0a/',
    '\\..\\',
    '%5c..%5c',
    '/%2f..%2f',
    '..%u2215',
  ],
];
const files = ['secret.txt', 'etc/passwd', 'proc/self/environ', 'carillon.key'];
const hidden = [
  ...['/.env', '/.git/config', '/.carillon/carillon.key', '/carillon.key', '/package.json'],
  ...['/assets/', '/assets', '/assets/.hidden', '/index.html/x', '/index.html%00.js', '/%00'],
  ...['/assets/a.js.map', '/assets/a.js::$DATA', '/assets/a.js.', '/CON', '/con.txt', '/~root/'],
  ...[
    '//evil.example/',
    '/\\evil.example/',
    '///',
    '/%2f%2fevil.example',
    '/?x=/../secret.txt',
    '/*',
  ],
  ...['/%zz', '/%', '/%e0%80%80', '/#/../secret.txt', '/a%0d%0aSet-Cookie:%20a=b', '/%ff%fe'],
];
const aroundChecks = [
  ...['//api/campaign', '/./api/campaign', '/x/../api/campaign', '/api//campaign', '/API/campaign'],
  ...[
    '/api%2fcampaign',
    '/api/campaign%2f',
    '/api/campaign;a=b',
    '/api/campaign%00',
    '/api/campaign.json',
  ],
  ...[
    '/api/..;/api/campaign',
    '/api/security/login/../../campaign',
    '/settings.json/../api/campaign',
  ],
  ...[
    '/health/live/../../api/campaign',
    '/api/campaign/?clientId=1',
    '/api/campaign%20',
    '/%61pi/campaign',
  ],
  ...[
    '/api/campaign/1%2f..%2f2/funnel',
    '/api/message/sound/..%2f..%2fsecret.txt',
    '/api/campaign%3fa',
  ],
  ...[
    '/api/message/sound/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/hubs/../api/campaign',
    '/sounds/../api/campaign',
  ],
  ...[
    '/metrics',
    '/api/debug',
    '/api/admin',
    '/actuator',
    '/server-status',
    '/api/graphql',
    '/.well-known/x',
  ],
];

/** A page of the console, or nothing that a file holds. */
function isConsole({ status, head, text }: Reply): string | undefined {
  if (/^location:.*evil/im.test(head) || /^set-cookie/im.test(head)) return 'it leads elsewhere';
  if (status !== 200 || text.includes(consoleMark)) return undefined;
  return `a file was sent: ${text.slice(0, 80)}`;
}

/** By a stranger: anything of the API is refused; the console's own page is no record. */
function isRefusedOrPage(reply: Reply): string | undefined {
  return reply.type.includes('application/json') ? 'a record was sent' : isConsole(reply);
}

export function badPaths(): RawCase[] {
  const outside = ups.flatMap((up) =>
    files.flatMap((file, at) =>
      // Of each depth one, and from each folder.
      ['/', '/assets/', '/assets/a.js/'].map((from) => from + up.repeat(at === 0 ? 1 : 9) + file),
    ),
  );
  // Whichever folder they begin in, every third is enough to have each writing with each file.
  const paths = outside.filter((_, at) => at % 3 === Math.floor(at / 12) % 3);
  return [
    ...[...paths, ...hidden].map((path) => ({
      ...{ what: `GET ${path}`, expects: 'either' as const, check: isConsole },
      bytes: [rawRequest(`GET ${path} HTTP/1.1`, ['Connection: close'])],
    })),
    ...aroundChecks.map((path) => ({
      ...{ what: `GET ${path} by a stranger`, expects: 'either' as const, check: isRefusedOrPage },
      bytes: [rawRequest(`GET ${path} HTTP/1.1`, ['Connection: close'])],
    })),
    ...['HEAD', 'POST'].flatMap((method) =>
      [...hidden.slice(0, 12), ...aroundChecks.slice(0, 12)].map((path) => ({
        what: `${method} ${path}`,
        ...{ expects: method === 'POST' ? ('refused' as const) : ('either' as const) },
        bytes: [
          rawRequest(`${method} ${path} HTTP/1.1`, ['Content-Length: 0', 'Connection: close']),
        ],
      })),
    ),
  ];
}
