/**
 * The temporary folder of a run that starts servers of its own. A run that is killed leaves them
 * behind; the next one of its kind finds them by this folder, and ends them.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processBirth } from '../../src/db/embedded/process-identity.ts';
import { findEmbedded } from '../../src/db/embedded/server.ts';

export interface RunFolder {
  path: string;
  /** Of its PostgreSQL. */
  dataFolder: string;
  /** A process that this run started, to be ended should the run be killed. */
  note(pid: number | undefined): void;
  remove(): void;
}

const processesFile = 'processes.jsonl';

/** Ends first what killed runs of this kind have left. The first process noted is the run itself. */
export async function openRunFolder(kind: string): Promise<RunFolder> {
  await endLeftovers(kind);
  const path = mkdtempSync(join(tmpdir(), `carillon-${kind}-`));
  const note = (pid: number | undefined) => {
    if (pid === undefined) return;
    const line = `${JSON.stringify({ pid, birth: processBirth(pid) })}\n`;
    appendFileSync(join(path, processesFile), line);
  };
  note(process.pid);
  const dataFolder = dataFolderOf(path);
  mkdirSync(dataFolder);
  return { path, dataFolder, note, remove: () => rmSync(path, { recursive: true, force: true }) };
}

const dataFolderOf = (path: string) => join(path, 'database');

async function endLeftovers(kind: string): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(`carillon-${kind}-`)) continue;
    const path = join(tmpdir(), name);
    const [run, ...others] = processesOf(path);
    // Somebody else's, one that is just being made, or one whose run goes on.
    if (!run || isSame(run)) continue;
    for (const other of others) if (isSame(other)) process.kill(other.pid, 'SIGKILL');
    if (existsSync(dataFolderOf(path))) await (await findEmbedded(dataFolderOf(path)))?.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

interface Noted {
  pid: number;
  birth: string | undefined;
}

function processesOf(path: string): Noted[] {
  const file = join(path, processesFile);
  if (!existsSync(file) || statSync(file).uid !== process.getuid?.()) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Noted);
}

/** Not another one that was given its number since. */
const isSame = ({ pid, birth }: Noted) => birth !== undefined && processBirth(pid) === birth;
