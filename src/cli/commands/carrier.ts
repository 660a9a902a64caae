import type { CarrierDetailCode } from '#contract/carrier-detail.ts';
import { asPlatform, type Database, type Tx } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import {
  findCarrier,
  insertCarrier,
  lockCarrier,
  openedSettings,
  removeCarrier,
  type StoredCarrier,
  simulatedKind,
  updateCarrier,
} from '#db/queries/carrier.ts';
import { countCallbacks } from '#db/queries/carrier-callback.ts';
import { readCarrierStates } from '#db/queries/carrier-state.ts';
import { campaignsOnCarrier, lockUsersOfCarrier, usersOfCarrier } from '#db/queries/carrier-use.ts';
import {
  type CarrierKinds,
  checkedSettings,
  describeSettings,
  settingOptions,
  type TypedSettings,
  typedSettings,
} from '../carrier-settings.ts';
import { type CarrierTools, tryCarrier } from '../carrier-try.ts';
import { type Command, type Context, type Option, Refusal, UsageError } from '../command.ts';
import { marks } from '../doctor/finding.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { noteCommand } from '../note-command.ts';
import { count } from '../shared.ts';
import { openVault } from '../start/data-key.ts';
import { withDatabase } from '../with-database.ts';

/** Without an engine, nobody knows whether a carrier is connected. */
const noEngine: CarrierDetailCode = 'no_engine';

/** Commands that add, test, change and remove carriers. */
export function carrierCommands(tools: CarrierTools): Command[] {
  const real = Object.keys(tools.kinds).filter((kind) => kind !== simulatedKind);
  return [
    ...real.map((kind) => addCommand(tools.kinds, kind)),
    listCommand,
    testCommand(tools),
    setCommand(tools.kinds),
    removeCommand,
  ];
}

function addCommand(kinds: CarrierKinds, kindName: string): Command {
  const kind = kindOf(kinds, kindName);
  return {
    name: `carrier add ${kindName}`,
    words: '<name>',
    count: [1, 1],
    summary: `Connect a carrier of the kind ${kindName}, for ${kind.channels.map(deeds).join(' and ')}.`,
    options: settingOptions(kind),
    async run(given, context) {
      const name = nameOf(given.words[0] ?? '');
      const typed = await typedSettings(kind, given, context);
      checkedSettings(kind, typed);
      return withVault(context, async (db, vault) => {
        await asPlatform(db, (tx) => insertCarrier(tx, vault, kindName, { name, ...typed }));
        context.say(`Carrier "${name}" was added: ${describeSettings(typed)}.`);
        context.note(
          `Test it with "carillon carrier test ${name}", then assign it with "carillon client carrier".`,
        );
        return 0;
      });
    },
  };
}

const listCommand: Command = {
  name: 'carrier list',
  words: '',
  count: [0, 0],
  summary: 'Show every carrier, who uses it and whether it is connected.',
  shows: true,
  options: { json: jsonOption },
  run: (given, context) =>
    withDatabase(context, async (db) => {
      const carriers = await asPlatform(db, async (tx) => {
        const shown = [];
        for (const { name, kind, ...state } of await readCarrierStates(tx)) {
          shown.push({ name, kind, clients: await usersOfCarrier(tx, name), ...state });
        }
        return shown;
      });
      if (given.has('json')) {
        sayJson(context, carriers);
        return 0;
      }
      const rows = carriers.map(({ name, kind, clients, connected, detail, detailCodes }) => {
        const isUnknown = detailCodes.some(({ code }) => code === noEngine);
        const state = connected ? 'connected' : isUnknown ? '?' : 'disconnected';
        return [name, kind, clients.join(', ') || '-', state, detail];
      });
      context.say(table([['NAME', 'KIND', 'CLIENTS', 'STATE', 'DETAIL'], ...rows]));
      return 0;
    }),
};

function testCommand(tools: CarrierTools): Command {
  return {
    name: 'carrier test',
    words: '<name>',
    count: [1, 1],
    summary: 'Connect to a carrier and report what works and what does not. Calls nobody.',
    shows: true,
    options: { json: jsonOption },
    run: (given, context) =>
      withVault(context, async (db, vault) => {
        const carrier = await carrierOf(db, given.words[0] ?? '');
        const findings = await tryCarrier(tools, carrier, { config: context.config, vault });
        const { carrierId, name } = carrier;
        await noteCommand(db, context, {
          thing: { kind: 'carrier', id: String(carrierId), name },
          facts: { works: findings.every(({ state }) => state !== 'wrong') },
        });
        if (given.has('json')) {
          sayJson(
            context,
            findings.map(({ state, text }) => ({ state, text })),
          );
        } else for (const { state, text } of findings) context.say(`${marks[state]}  ${text}`);
        return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
      }),
  };
}

/** The options of all kinds: which of them count is known when the carrier is. */
function setCommand(kinds: CarrierKinds): Command {
  const options: Record<string, Option> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    for (const [key, option] of Object.entries(settingOptions(kind))) {
      const meaning = options[key] ? `${options[key].meaning}, ${name}` : `For ${name}`;
      options[key] = { ...(option.value && { value: '…' }), meaning };
    }
  }
  return {
    name: 'carrier set',
    words: '<name>',
    count: [1, 1],
    summary:
      'Change settings of a carrier; "--key=" resets one to its default. "carrier add" explains them.',
    options,
    run: (given, context) =>
      withVault(context, async (db, vault) => {
        const carrier = await carrierOf(db, given.words[0] ?? '');
        const kind = kindOf(kinds, carrier.kind);
        const own = settingOptions(kind);
        const foreign = Object.keys(options).find((key) => given.has(key) && !(key in own));
        if (foreign !== undefined) {
          throw new UsageError(`Carriers of the kind ${carrier.kind} have no --${foreign}.`);
        }
        if (!Object.keys(own).some(given.has)) {
          const known = Object.keys(own).map((key) => `--${key}`);
          throw new UsageError(
            `Specify what to change: ${known.join(', ') || 'it has no settings'}.`,
          );
        }
        const before = apart(kind.secrets, vault, carrier);
        const settings = kind.fromBefore?.(before.settings) ?? before.settings;
        const typed = await typedSettings(kind, given, context, { ...before, settings });
        checkedSettings(kind, typed);
        await asPlatform(db, async (tx) => {
          refuseChanged(carrier, await lockFree(tx, carrier.name));
          await updateCarrier(tx, vault, { name: carrier.name, ...typed });
        });
        context.say(`Carrier "${carrier.name}": ${describeSettings(typed)}.`);
        return 0;
      }),
  };
}

const removeCommand: Command = {
  name: 'carrier remove',
  words: '<name>',
  count: [1, 1],
  summary: 'Remove a carrier that no client uses, and delete its secrets.',
  options: {
    anyway: {
      meaning:
        'Even if webhooks of the carrier wait for an engine. Their opt-outs and results are lost: people who texted STOP may be called or texted again.',
    },
  },
  run: (given, context) =>
    withDatabase(context, async (db) => {
      const { name, kind } = await carrierOf(db, given.words[0] ?? '');
      if (kind === simulatedKind) throw new Refusal('The simulated carrier cannot be removed.');
      await asPlatform(db, async (tx) => {
        await lockCarrier(tx, name);
        const users = await usersOfCarrier(tx, name);
        if (users.length > 0) {
          throw new Refusal(
            `The carrier "${name}" is in use by ${users.map((code) => `"${code}"`).join(', ')}. Assign another carrier first: carillon client carrier`,
          );
        }
        const waiting = given.has('anyway') ? 0 : await countCallbacks(tx, name);
        if (waiting > 0) {
          throw new Refusal(
            `${count(waiting, 'webhook')} of the carrier "${name}" ${waiting === 1 ? 'waits' : 'wait'} for an engine, and opt-outs may be among them. Try again when an engine has handled them; if none is running, start one: carillon start. With --anyway they are lost.`,
          );
        }
        await removeCarrier(tx, name);
      });
      context.say(`Carrier "${name}" was removed.`);
      return 0;
    }),
};

/**
 * A change of settings reopens the carrier, which would lose calls in progress. A start that is being
 * committed is waited for; a later one waits until an engine has reopened the carrier.
 */
async function lockFree(tx: Tx, name: string): Promise<StoredCarrier | undefined> {
  const carrier = await lockCarrier(tx, name);
  await lockUsersOfCarrier(tx, name);
  const [running] = await campaignsOnCarrier(tx, name);
  if (!running) return carrier;
  throw new Refusal(
    `The campaign "${running.name}" of "${running.code}" is running on the carrier "${name}". Stop it first.`,
  );
}

/** The command may have waited for a secret: all settings are written, those of another command would be undone. */
function refuseChanged(read: StoredCarrier, now: StoredCarrier | undefined): void {
  const isSame = now?.carrierId === read.carrierId && +now.updated === +read.updated;
  if (isSame) return;
  throw new Refusal(
    `The carrier "${read.name}" was changed or removed meanwhile. Run the command again.`,
  );
}

/** @throws Refusal when there is no such carrier */
export async function carrierOf(db: Database, name: string): Promise<StoredCarrier> {
  const carrier = await asPlatform(db, (tx) => findCarrier(tx, name));
  if (carrier) return carrier;
  throw new Refusal(
    `There is no carrier "${name}". Run "carillon carrier list" to see all carriers.`,
  );
}

export function kindOf(kinds: CarrierKinds, name: string) {
  const kind = kinds[name];
  if (!kind) throw new Refusal(`This version does not support carriers of the kind "${name}".`);
  return kind;
}

const deeds = (channel: 'voice' | 'text') => (channel === 'voice' ? 'calls' : 'texts');

function apart(secretKeys: readonly string[], vault: Vault, carrier: StoredCarrier): TypedSettings {
  const all = Object.entries(openedSettings(vault, carrier));
  const isSecret = ([key]: [string, string]) => secretKeys.includes(key);
  return {
    settings: Object.fromEntries(all.filter((entry) => !isSecret(entry))),
    secrets: Object.fromEntries(all.filter(isSecret)),
  };
}

function nameOf(text: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,39}$/.test(text)) return text;
  throw new UsageError(
    `"${text}" is not a valid carrier name. Use at most 40 lowercase letters, digits and hyphens.`,
  );
}

function withVault<T>(context: Context, work: (db: Database, vault: Vault) => Promise<T>) {
  return withDatabase(context, async (db) => work(db, await openVault(context.config, db)));
}
