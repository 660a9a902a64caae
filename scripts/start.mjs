/** `npm start`: installs what is missing and starts Carillon; arguments are passed on. */
import { runCarillon } from './runtime.mjs';

await runCarillon(['start', ...process.argv.slice(2)]);
