/** A process that texts and calls by the double, to be killed: `node kill-child.ts <JSON>`. */
import { once } from 'node:events';
import pino from 'pino';
import { twilioKind } from '../../src/carriers/twilio/kind.ts';
import { openDatabase } from '../../src/db/database.ts';
import { loadSimulationClock } from '../../src/db/simulation-clock.ts';
import { soundTokens } from '../../src/db/sound-token.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { callSoundUrls } from '../../src/engine/call-sound-url.ts';
import { callbackSource } from '../../src/engine/carriers/callback-source.ts';
import { startCarriers } from '../../src/engine/carriers/start.ts';
import { startEngine } from '../../src/engine/start.ts';
import { afternoon, vault } from '../engine/world.ts';

export interface TwilioChildSettings {
  url: string;
  publicUrl: string;
  leaseSeconds: number;
  /** Where sounds are fetched. */
  soundBase: string;
}

const settings = JSON.parse(process.argv[2] ?? '') as TwilioChildSettings;
const db = openDatabase({ connectionString: settings.url, max: 4 });
process.stdout.write('loaded\n');
await once(process.stdin, 'data');

const clock = await loadSimulationClock(db, { speed: 1, start: new Date(afternoon) });
const [log, metrics] = [pino({ level: 'silent' }), createMetrics()];
// Another one each time, as of an engine that takes over on another machine.
const engineName = `child-${process.pid}`;
const soundUrl = callSoundUrls(soundTokens(vault), settings.soundBase);
const { carriers, textCarriers } = await startCarriers({
  ...{ db, vault, log, metrics, engineName, kinds: { twilio: twilioKind } },
  surroundingsOf: (name) => ({
    ...{ name, clock, log, engineName, dataFolder: '/nowhere', soundUrl },
    randomOf: seededRandom,
    callbackUrl: (path) => `${settings.publicUrl}/carrier/${name}/${path}`,
    callbacks: callbackSource(db, name),
  }),
});
const { leaseSeconds } = settings;
startEngine({ db, vault, clock, log, metrics, carriers, textCarriers, leaseSeconds });
