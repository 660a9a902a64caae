import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { type AskingTerminal, UsageError } from './command.ts';

/** The terminal, or the pipes, that this process was started with. */
export function processTerminal(): AskingTerminal {
  const { stdin, stdout, stderr } = process;
  let lines: AsyncIterator<string> | undefined;
  const note = (line: string) => void stderr.write(`${line}\n`);

  /** Lines are read one at a time, however many the pipe has brought at once. */
  async function nextLine(): Promise<string> {
    lines ??= createInterface({ input: stdin })[Symbol.asyncIterator]();
    const { done, value } = await lines.next();
    if (done) throw new UsageError('Standard input ended before the expected line.');
    return value;
  }

  return {
    say: (line) => void stdout.write(`${line}\n`),
    note,
    isPerson: stdin.isTTY === true,
    secret: (question) => (stdin.isTTY ? hiddenLine(question) : nextLine()),
    answer(question) {
      if (stdin.isTTY) stderr.write(`${question} `);
      return nextLine();
    },
  };
}

/** The terminal is in raw mode while this asks, and what is typed is not echoed. */
function hiddenLine(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  process.stderr.write(`${question}: `);
  return new Promise((resolve, reject) => {
    asking.once('SIGINT', () => {
      asking.close();
      reject(new UsageError('Nothing was changed.'));
    });
    asking.question('', (line) => {
      asking.close();
      process.stderr.write('\n');
      resolve(line);
    });
  });
}
