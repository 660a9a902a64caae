/**
 * Twilio's published description of its API (OpenAPI), as Twilio itself ships it in a package. Not a
 * dependency: one test reads one file of it. Fetched by npm into a cache folder, once.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const name = '@twilio-alpha/mcp@0.7.0';
/** Of the package's tarball, SHA-512. */
const fingerprint =
  'YsUde1pMXwqHm8Cvq9JdtsyvclVCC/f/V+FmxTNN04u5Qt5aapkbQgcfqBYQ0xcmvATBNswgPDo3MPVaCtZK8Q==';
const file = 'package/twilio-oai/spec/json/twilio_api_v2010.json';
const folder = join(homedir(), '.cache', 'carillon-twilio');
const cached = join(folder, 'twilio_api_v2010-0.7.0.json');

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

export interface Schema {
  type?: string;
  $ref?: string;
  nullable?: boolean;
  enum?: string[];
  pattern?: string;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

/** The description, or a sentence why it is not available on this machine. */
export async function publishedDescription(): Promise<Description | string> {
  if (!existsSync(cached)) {
    try {
      await fetchIt();
    } catch (error) {
      return `Twilio's description cannot be fetched: ${String((error as Error).message).split('\n')[0]}`;
    }
  }
  return JSON.parse(readFileSync(cached, 'utf8')) as Description;
}

async function fetchIt(): Promise<void> {
  const work = join(folder, `fetch-${process.pid}`);
  mkdirSync(work, { recursive: true });
  try {
    const { stdout } = await run('npm', ['pack', name, '--silent'], { cwd: work, timeout: 60_000 });
    const tarball = join(work, stdout.trim());
    const found = createHash('sha512').update(readFileSync(tarball)).digest('base64');
    if (found !== fingerprint) throw new Error('it is not the package that we know');
    await run('tar', ['xzf', tarball, '-C', work, file]);
    // By a rename, so that an interrupted unpacking does not look finished.
    renameSync(join(work, file), cached);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
