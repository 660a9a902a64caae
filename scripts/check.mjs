/** `npm run check`: types, lint, architecture, dead code and commit messages, in half a minute. */
import { install } from './install.mjs';
import { findNode, orExplain } from './runtime.mjs';
import { quickSteps, runTogether } from './steps.mjs';
import { closingLine, total } from './tally.mjs';

await orExplain(async () => {
  await install();
  const began = Date.now();
  const sum = total(await runTogether(findNode(), quickSteps()));
  process.exitCode = sum.failed > 0 ? 1 : 0;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  process.stdout.write(`\n${closingLine(sum)} in ${seconds} s\n`);
});
