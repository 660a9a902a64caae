/** The engine on Asterisk in a process of its own, to be killed: `node engine-child.ts <settings>`. */
import { openDatabase } from '../../src/db/database.ts';
import { realClock, runEngine } from './engine.ts';
import { soundUrls } from './sounds.ts';

export interface ChildSettings {
  url: string;
  soundPort: number;
  /** When the clock of all these processes began; epoch milliseconds. */
  began: number;
}

const settings = JSON.parse(process.argv[2] ?? '') as ChildSettings;
// Whoever started it was killed: nobody is left to end this process.
process.stdin.on('end', () => process.exit(1)).resume();
await runEngine({
  db: openDatabase({ connectionString: settings.url, max: 4 }),
  soundUrl: soundUrls(settings.soundPort),
  clock: realClock(settings.began),
});
process.stdout.write('works\n');
