/** The engine on Asterisk in its own process, to be killed: `node engine-child.ts <settings>`. */
import { openDatabase } from '../../src/db/database.ts';
import { realClock, runEngine } from './engine.ts';
import { soundUrls } from './sounds.ts';

export interface ChildSettings {
  url: string;
  soundPort: number;
  /** Epoch milliseconds when the clock of all these processes began. */
  began: number;
}

const settings = JSON.parse(process.argv[2] ?? '') as ChildSettings;
// The parent was killed, so nobody else would end this process.
process.stdin.on('end', () => process.exit(1)).resume();
await runEngine({
  db: openDatabase({ connectionString: settings.url, max: 4 }),
  soundUrl: soundUrls(settings.soundPort),
  clock: realClock(settings.began),
});
process.stdout.write('works\n');
