import { builtConsole, isConsoleBuilt } from '../../src/cli/start/console-build.ts';

/**
 * The step of `npm test` that builds the console. Where a start would go on with the console that
 * was built last, this one fails.
 */
const note = (line: string) => process.stderr.write(`${line}\n`);
const folder = await builtConsole('dist', { say: note, note });
if (isConsoleBuilt('dist')) process.stdout.write(`  ${folder}\n`);
else process.exitCode = 1;
