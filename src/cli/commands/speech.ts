import { asPlatform, type Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import {
  insertSpeechEngine,
  listSpeechEngines,
  messagesOfEngine,
  openedSpeechSettings,
  removeSpeechEngine,
  type SpeechEngine,
} from '#db/queries/speech-engine.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import type { SoundFiles } from '#domain/sound/sound-file.ts';
import { telephoneRate } from '#domain/sound/wav.ts';
import { AwayError, SpeechError } from '#domain/speech/speaker.ts';
import { fallbackVoiceName } from '#domain/speech/voices.ts';
import type { SpeechKind } from '#speech/kind.ts';
import { checkedSettings, settingOptions, typedSettings } from '../carrier-settings.ts';
import { type Command, type Context, type Option, Refusal, UsageError } from '../command.ts';
import { marks } from '../doctor/finding.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { noteCommand } from '../note-command.ts';
import { count } from '../shared.ts';
import { openVault } from '../start/data-key.ts';
import { withDatabase } from '../with-database.ts';

export interface SpeechTools {
  kinds: Readonly<Record<string, SpeechKind>>;
  soundFiles: () => SoundFiles;
}

/** Commands that add, test and remove speech engines. */
export function speechCommands(tools: SpeechTools): Command[] {
  return [
    ...Object.keys(tools.kinds).map((kind) => addCommand(tools, kind)),
    listCommand,
    testCommand(tools),
    removeCommand,
  ];
}

const voicesOption: Option = {
  value: 'id=Name;…',
  meaning:
    'Its voices: what the engine calls each, and its name for managers, as in "af_bella=Bella, English (US), female".',
};

function addCommand(tools: SpeechTools, kindName: string): Command {
  const kind = kindOf(tools, kindName);
  return {
    name: `speech add ${kindName}`,
    words: '<name>',
    count: [1, 1],
    summary:
      kindName === 'openai'
        ? 'Add voices of a server with the OpenAI speech operation. Texts are sent to it.'
        : 'Add voices in files of this machine, spoken by sherpa-onnx. Texts stay here.',
    options: { ...settingOptions(kind), voices: voicesOption },
    async run(given, context) {
      const name = nameOf(given.words[0] ?? '');
      const voices = voicesOf(given.text('voices'));
      const typed = await typedSettings(kind, given, context);
      checkedSettings(kind, typed);
      const engine = { name, settings: { ...typed.settings, ...typed.secrets } };
      await kind.check(engine).catch((cause: Error) => {
        throw new Refusal(cause.message, { cause });
      });
      const sendsTo = kind.sendsTo(engine);
      return withVault(context, async (db, vault) => {
        await asPlatform(db, (tx) =>
          insertSpeechEngine(tx, vault, { ...engine, kind: kindName, sendsTo, voices }),
        );
        context.say(`Speech engine "${name}" was added with ${count(voices.length, 'voice')}.`);
        context.say(
          sendsTo === undefined
            ? 'Texts that it speaks stay on this machine.'
            : `Texts and values of accounts that it speaks are sent to ${sendsTo}. The console says so.`,
        );
        context.note(`Test it with "carillon speech test ${name}".`);
        return 0;
      });
    },
  };
}

const listCommand: Command = {
  name: 'speech list',
  words: '',
  count: [0, 0],
  summary: 'Show the speech engines that were added, their voices and where texts are sent.',
  shows: true,
  options: { json: jsonOption },
  run: (given, context) =>
    withDatabase(context, async (db) => {
      const engines = await asPlatform(db, listSpeechEngines);
      if (given.has('json')) {
        sayJson(
          context,
          engines.map(({ name, kind, sendsTo, voices }) => ({ name, kind, sendsTo, voices })),
        );
        return 0;
      }
      const rows = engines.map(({ name, kind, sendsTo, voices }) => [
        ...[name, kind, sendsTo ?? 'stay here'],
        voices.map((voice) => voice.name.split(',')[0]).join(', '),
      ]);
      context.say(
        rows.length === 0
          ? 'No speech engine was added. Flite, which is built in, speaks all messages.'
          : table([['NAME', 'KIND', 'TEXTS', 'VOICES'], ...rows]),
      );
      return 0;
    }),
};

const sample = 'Hello. Your balance is two hundred forty dollars.';

function testCommand(tools: SpeechTools): Command {
  return {
    name: 'speech test',
    words: '<name>',
    count: [1, 1],
    summary: 'Have each voice of a speech engine say a sentence, and report what works.',
    shows: true,
    options: { json: jsonOption },
    run: (given, context) =>
      withVault(context, async (db, vault) => {
        const engine = await engineOf(db, given.words[0] ?? '');
        const findings = await tried(tools, vault, engine);
        const works = findings.every(({ state }) => state === 'fine');
        await noteCommand(db, context, {
          thing: { kind: 'speechEngine', id: String(engine.engineId), name: engine.name },
          facts: { works },
        });
        if (given.has('json')) sayJson(context, findings);
        else for (const { state, text } of findings) context.say(`${marks[state]}  ${text}`);
        return works ? 0 : 1;
      }),
  };
}

interface Finding {
  state: 'fine' | 'wrong';
  text: string;
}

async function tried(tools: SpeechTools, vault: Vault, engine: SpeechEngine): Promise<Finding[]> {
  const kind = kindOf(tools, engine.kind);
  const given = { name: engine.name, settings: openedSpeechSettings(vault, engine) };
  const speaker = kind.open(given, { soundFiles: tools.soundFiles() });
  const findings: Finding[] = [];
  try {
    for (const voice of engine.voices) findings.push(await heard(voice));
    return findings;
  } finally {
    await speaker.close();
  }

  async function heard(voice: SpeechEngine['voices'][number]): Promise<Finding> {
    const { name } = voice;
    const began = performance.now();
    try {
      const samples = await speaker.speak(sample, voice);
      const seconds = (samples.length / telephoneRate).toFixed(1);
      const took = ((performance.now() - began) / 1_000).toFixed(1);
      return { state: 'fine', text: `${name}: ${seconds} seconds of speech in ${took} seconds.` };
    } catch (error) {
      return { state: 'wrong', text: `${name}: ${reasonOf(error)}` };
    }
  }
}

/** What the server or the files have against it, in a sentence. */
function reasonOf(error: unknown): string {
  if (error instanceof SpeechError) return reasonSentence(error.reason);
  const said = error instanceof AwayError ? error.cause : error;
  return said instanceof Error ? said.message : String(said);
}

const removeCommand: Command = {
  name: 'speech remove',
  words: '<name>',
  count: [1, 1],
  summary: `Remove a speech engine. Rendered messages keep their sound, but ${fallbackVoiceName}, which is built in, speaks their values; --force if messages use it.`,
  options: {
    force: {
      meaning: `Although messages speak with its voices: they must choose others when saved. Until then the built-in voice ${fallbackVoiceName} speaks their values.`,
    },
  },
  run: (given, context) =>
    withDatabase(context, async (db) => {
      const { name } = await engineOf(db, given.words[0] ?? '');
      const messages = await asPlatform(db, (tx) => messagesOfEngine(tx, name));
      if (messages > 0 && !given.has('force')) {
        throw new Refusal(
          `${count(messages, 'message')} ${messages === 1 ? 'speaks' : 'speak'} with a voice of "${name}". Change ${messages === 1 ? 'it' : 'them'} first, or add --force: then ${fallbackVoiceName}, which is built in, speaks the values of accounts.`,
        );
      }
      await asPlatform(db, (tx) => removeSpeechEngine(tx, name));
      context.say(`Speech engine "${name}" was removed, and its settings were deleted.`);
      if (messages > 0) {
        context.note(
          `${count(messages, 'message')} ${messages === 1 ? 'speaks' : 'speak'} with its voices: fixed texts keep their sound, and ${fallbackVoiceName}, which is built in, speaks the values of accounts until another voice is chosen. The checks of messages name the steps.`,
        );
      }
      return 0;
    }),
};

function kindOf({ kinds }: SpeechTools, name: string): SpeechKind {
  const kind = kinds[name];
  if (!kind) throw new Refusal(`This version has no speech engines of the kind ${name}.`);
  return kind;
}

async function engineOf(db: Database, name: string): Promise<SpeechEngine> {
  const engines = await asPlatform(db, listSpeechEngines);
  const engine = engines.find((one) => one.name === name);
  if (engine) return engine;
  const known = engines.map((one) => `"${one.name}"`).join(', ') || 'none was added';
  throw new Refusal(`There is no speech engine "${name}" (${known}).`);
}

function nameOf(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,39}$/.test(text)) return text;
  throw new UsageError(
    'A name has 1 to 40 of a-z, 0-9 and "-", and begins with a letter or digit.',
  );
}

/** "af_bella=Bella, English (US), female; 1=Adam" */
function voicesOf(text: string | undefined): { engineName: string; name: string }[] {
  const parts = (text ?? '').split(';').map((part) => part.trim());
  const voices = parts
    .filter((part) => part !== '')
    .map((part) => {
      const [, engineName = '', name = ''] = /^([^=]{1,100})=(.{1,100})$/.exec(part) ?? [];
      if (engineName === '') throw new UsageError(`"${part}" is no voice: write id=Name.`);
      return { engineName: engineName.trim(), name: name.trim() };
    });
  const twice = voices.find(({ name }, at) =>
    voices.some((one, of) => of < at && isSame(one, name)),
  );
  if (twice) {
    throw new UsageError(
      `Two voices are named "${twice.name}": managers choose a voice by its name, so give each its own.`,
    );
  }
  if (voices.length > 0 && voices.length <= 50) return voices;
  throw new UsageError(
    '--voices names 1 to 50 voices, as in --voices="af_bella=Bella, English (US), female".',
  );
}

const isSame = (voice: { name: string }, name: string) =>
  voice.name.toLowerCase() === name.toLowerCase();

function withVault(context: Context, work: (db: Database, vault: Vault) => Promise<number>) {
  return withDatabase(context, async (db) => work(db, await openVault(context.config, db)));
}
