/** Who may import whom: docs/architecture.md's table as data. Folders below src, longest match. */

export interface Layer {
  /** Folder or file below src; `*` stands for one name, and each such folder stands alone. */
  path: string;
  /** Layers that it may import besides itself. `*` in a name stands for any. */
  may: string[];
  /** npm packages it may import; undefined: any. */
  packages?: string[];
  /** Whether it may import Node's own modules. */
  node: boolean;
}

const ports = [
  'carriers/port.ts',
  'carriers/text-port.ts',
  'carriers/recording-port.ts',
  'carriers/kind.ts',
  'carriers/fair-turns.ts',
  'carriers/fair-room.ts',
  'carriers/prepare-sounds.ts',
  'carriers/news.ts',
  'carriers/mailbox.ts',
];
const clock = ['temporal-polyfill'];
const milliseconds = 'domain/milliseconds.ts';
/** How the public usually behaves: the simulated one does, and forecasts begin with it. */
const usualPublic = ['domain/usual-profile.ts', 'domain/usual-text-profile.ts'];

export const layers: Layer[] = [
  { path: 'contract', may: [], packages: ['zod'], node: false },
  // Before the folder that it stands in: the first of two rows that match is its layer.
  { path: 'domain/nearest-word.ts', may: [], packages: [], node: false },
  { path: 'domain/carrier-words', may: ['contract'], packages: [], node: false },
  // The two types of time, which every layer may need.
  { path: 'domain/milliseconds.ts', may: [], packages: [], node: false },
  ...usualPublic.map((path) => ({ path, may: [], packages: [], node: false })),
  {
    path: 'domain',
    may: ['contract', 'domain/carrier-words', milliseconds, ...usualPublic],
    packages: clock,
    node: false,
  },
  {
    path: 'db',
    may: ['contract', 'domain', 'domain/carrier-words', milliseconds],
    node: true,
  },
  { path: 'carriers/fair-turns.ts', may: [], packages: [], node: false },
  { path: 'carriers/fair-room.ts', may: ['carriers/fair-turns.ts'], packages: [], node: false },
  { path: 'carriers/prepare-sounds.ts', may: [], packages: [], node: false },
  { path: 'carriers/news.ts', may: [], packages: [], node: false },
  { path: 'carriers/mailbox.ts', may: ['carriers/news.ts'], packages: [], node: false },
  { path: 'private-host.ts', may: [], packages: [], node: true },
  { path: 'service-request.ts', may: ['private-host.ts'], packages: [], node: true },
  {
    path: 'carriers/private-network.ts',
    may: ['private-host.ts'],
    packages: [],
    node: true,
  },
  {
    path: 'carriers/port.ts',
    may: ['contract', milliseconds, 'carriers/fair-turns.ts'],
    packages: [],
    node: false,
  },
  {
    path: 'carriers/text-port.ts',
    may: ['contract', milliseconds, 'carriers/fair-turns.ts'],
    packages: [],
    node: false,
  },
  {
    path: 'carriers/recording-port.ts',
    may: ['carriers/port.ts', milliseconds],
    packages: [],
    node: false,
  },
  {
    path: 'carriers/kind.ts',
    may: [...ports, 'contract', milliseconds],
    packages: ['zod'],
    node: false,
  },
  { path: 'carriers/index.ts', may: ['carriers/*', ...ports, 'contract'], node: true },
  {
    path: 'carriers/*',
    may: [
      ...ports,
      ...['carriers/private-network.ts', 'contract', 'domain/carrier-words', milliseconds],
      ...usualPublic,
    ],
    node: true,
  },
  { path: 'speech/kind.ts', may: ['domain'], packages: ['zod'], node: false },
  {
    path: 'speech',
    may: ['contract', 'domain', 'sandbox', 'speech/kind.ts', 'service-request.ts'],
    node: true,
  },
  { path: 'forecasting', may: ['contract', 'domain'], node: true },
  { path: 'sandbox', may: [], packages: [], node: true },
  { path: 'sound-files', may: ['contract', 'domain', 'sandbox'], node: true },
  { path: 'imports', may: ['contract', 'domain', 'db'], node: true },
  { path: 'witness', may: ['contract', 'domain', milliseconds, 'db'], node: true },
  {
    path: 'engine',
    may: ['contract', 'domain', 'domain/carrier-words', milliseconds, 'db', ...ports],
    node: true,
  },
  {
    path: 'jobs',
    may: ['contract', 'domain', 'db', 'forecasting', 'scrub', 'carriers/port.ts'],
    node: true,
  },
  { path: 'scrub', may: ['contract', 'service-request.ts'], packages: ['zod'], node: true },
  { path: 'oidc', may: [], packages: ['openid-client'], node: true },
  { path: 'mail', may: [], packages: ['nodemailer'], node: true },
  {
    path: 'api',
    may: [
      ...['contract', 'domain', 'db', 'imports', 'carriers/kind.ts', 'mail', 'oidc'],
      ...['forecasting', 'private-host.ts'],
    ],
    node: true,
  },
  { path: 'web/lib', may: ['contract', 'domain'], node: false },
  { path: 'web/ui', may: ['web/lib', 'contract', 'domain'], node: false },
  { path: 'web/features/*', may: ['web/ui', 'web/lib', 'contract', 'domain'], node: false },
  { path: 'web/app', may: ['web/features/*', 'web/ui', 'web/lib', 'contract'], node: false },
  { path: 'version.ts', may: [], packages: [], node: true },
  // Of `config.ts` alone, which gives it the environment.
  {
    path: 'config',
    may: ['domain/nearest-word.ts', 'private-host.ts'],
    packages: ['zod'],
    node: true,
  },
  { path: 'config.ts', may: ['config', 'private-host.ts'], packages: ['zod'], node: false },
  {
    path: 'cli',
    may: [
      milliseconds,
      'config.ts',
      'version.ts',
      'carriers/kind.ts',
      'speech/kind.ts',
      'contract',
      'domain',
      'db',
      'imports',
      'sound-files',
      'witness',
      'mail',
      'oidc',
      'scrub',
      'service-request.ts',
    ],
    node: true,
  },
  { path: 'main.ts', may: ['*'], node: true },
];

/** Packages that any test beside its file may use. */
export const testPackages = ['vitest', 'fast-check'];

/** The one file below src that reads the environment. */
export const environmentReader = 'config.ts';

export const limits = { longest: 400, usual: 250, usualShare: 0.95 };
