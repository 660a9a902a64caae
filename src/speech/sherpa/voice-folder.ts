/**
 * A voice's folder: `voice.json` says which file is what, `SHA256SUMS` (as sha256sum writes it) what each
 * file is. A file that is missing, changed or not listed stops the voice before it is loaded: native code
 * reads these files.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

const inFolder = z
  .string()
  .regex(/^[\w.-]+(\/[\w.-]+)*$/)
  .refine((path) => !path.split('/').includes('..'));

const voiceFile = z.strictObject({
  /** What sherpa-onnx calls the model's family. */
  family: z.enum(['vits', 'kokoro']),
  model: inFolder,
  tokens: inFolder,
  lexicon: inFolder.optional(),
  /** Folder of eSpeak NG's data, which Piper's voices need. */
  dataDir: inFolder.optional(),
  /** Kokoro's voices. */
  voices: inFolder.optional(),
});
type VoiceFile = z.infer<typeof voiceFile>;

/** Settings of sherpa-onnx's OfflineTts, with whole paths. */
export interface SherpaConfig {
  model: Record<string, unknown>;
  maxNumSentences: number;
}

const sums = 'SHA256SUMS';
const description = 'voice.json';

/** @throws Error with a sentence for the operator */
export async function readVoiceFolder(folder: string): Promise<SherpaConfig> {
  const listed = await readSums(folder);
  const found = await filesIn(folder);
  for (const path of found)
    if (!listed.has(path)) throw new Error(`${sums} does not list ${path}.`);
  for (const [path, sum] of listed) {
    if (!found.includes(path)) throw new Error(`The file ${path} is missing in ${folder}.`);
    if ((await sumOf(join(folder, path))) !== sum) {
      throw new Error(`The file ${path} is not what ${sums} says: it was changed or cut off.`);
    }
  }
  return configOf(folder, await readVoice(folder, listed), listed);
}

async function readVoice(folder: string, listed: ReadonlyMap<string, string>): Promise<VoiceFile> {
  if (!listed.has(description)) throw new Error(`There is no ${description} in ${folder}.`);
  try {
    return voiceFile.parse(JSON.parse(await readFile(join(folder, description), 'utf8')));
  } catch (cause) {
    throw new Error(`${description} is not as docs/voices.md describes it.`, { cause });
  }
}

function configOf(
  folder: string,
  { family, ...files }: VoiceFile,
  listed: ReadonlyMap<string, string>,
): SherpaConfig {
  const paths: Record<string, string> = {};
  for (const [key, path] of Object.entries(files)) {
    const isThere = key === 'dataDir' ? hasFolder(listed, path) : listed.has(path);
    if (!isThere) throw new Error(`${description} names ${path}, which is not in ${folder}.`);
    paths[key] = join(folder, path);
  }
  const model = { [family]: paths, numThreads: 1, provider: 'cpu', debug: 0 };
  return { model, maxNumSentences: 1 };
}

const hasFolder = (listed: ReadonlyMap<string, string>, path: string) =>
  [...listed.keys()].some((file) => file.startsWith(`${path}/`));

async function readSums(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, sums), 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no ${sums} in ${folder}.`, { cause });
  });
  const listed = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [, sum, path] = /^([0-9a-f]{64}) [ *](?:\.\/)?(.+)$/.exec(line.trimEnd()) ?? [];
    if (!sum || !path) throw new Error(`A line of ${sums} is not as sha256sum writes it.`);
    listed.set(path, sum);
  }
  return listed;
}

/** Paths with slashes, from the folder. A link is not followed: it may change without the folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (entry.isDirectory() || path === sums) continue;
    if (!entry.isFile()) throw new Error(`${path} is a link or no file.`);
    files.push(path);
  }
  return files;
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
