import { managerAdd, managerTexts } from '#contract/manager.ts';
import { linkHours, linkPath } from '#contract/manager-link.ts';
import { lengthFault, passwordSentences } from '#contract/password-fault.ts';
import { asPlatform } from '#db/database.ts';
import { hashNewPassword } from '#db/password.ts';
import { insertManager, listManagers } from '#db/queries/manager.ts';
import { type NewLink, renewLink } from '#db/queries/manager-link.ts';
import { findByUsername, resetPassword } from '#db/queries/manager-password.ts';
import { lockAdministrators } from '#db/queries/manager-rights.ts';
import {
  type Command,
  type Context,
  type Given,
  type Option,
  Refusal,
  UsageError,
} from '../command.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { fullSsnOf, rightsOptions, rightsWords, roleOf } from '../manager-rights.ts';
import { clientOf, count, platformNow } from '../shared.ts';
import { addressOf } from '../start/start-block.ts';
import { withDatabase } from '../with-database.ts';

const passwordOptions: Record<string, Option> = {
  'password-stdin': {
    meaning:
      'Ask for the password, or read it from a line of standard input. Default: a one-time link is shown, with which the manager chooses one.',
  },
  password: {
    value: 'password',
    meaning: '',
    refused:
      'A password is not given on the command line, where other users of this machine can read it. Use --password-stdin, which asks for it or reads it from standard input.',
  },
};

export const managerCommands: Command[] = [
  {
    name: 'manager add',
    words: '<client code> <username> <e-mail>',
    count: [3, 3],
    summary: 'Add a manager to a client.',
    options: {
      name: { value: 'name', meaning: 'Full name. Default: the username.' },
      ...passwordOptions,
      ...rightsOptions,
    },
    run: async (given, context) => {
      const [code = '', username = '', email = ''] = given.words;
      const name = given.text('name') ?? username.replaceAll('_', ' ');
      const asked = { role: roleOf(given), fullSsn: fullSsnOf(given) };
      const chosen = await passwordOf(given, context);
      const checked = managerAdd.safeParse({ name, username, email });
      const fault = chosen === undefined ? undefined : lengthFault(chosen);
      if (fault) throw new UsageError(passwordSentences[fault]);
      if (!checked.success)
        throw new UsageError(checked.error.issues[0]?.message ?? 'Invalid input.');
      return withDatabase(context, async (db) => {
        const client = await clientOf(db, code);
        const passwordHash =
          chosen === undefined ? undefined : await hashNewPassword(chosen, checked.data, client);
        const { rights, link } = await asPlatform(db, async (tx) => {
          // Nobody could give the first one any right.
          const isFirst = (await lockAdministrators(tx, client.clientId)).length === 0;
          const role = asked.role ?? (isFirst ? 'administrator' : 'manager');
          const fullSsn = asked.fullSsn ?? isFirst;
          const manager = { ...checked.data, active: true, passwordHash, role, fullSsn };
          const by = { managerId: null, now: await platformNow(tx) };
          const id = await insertManager(tx, client.clientId, manager, by);
          const link = passwordHash ? undefined : await renewLink(tx, client.clientId, id);
          return { rights: { role, fullSsn }, link };
        });
        context.say(`Manager "${username}" was added to "${code}" as ${rightsWords(rights)}.`);
        if (link) sayLink(context, link);
        return 0;
      });
    },
  },
  {
    name: 'manager list',
    words: '<client code>',
    count: [1, 1],
    summary: 'Show the managers of a client.',
    shows: true,
    options: { json: jsonOption },
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const { clientId } = await clientOf(db, given.words[0] ?? '');
        const managers = await asPlatform(db, (tx) => listManagers(tx, clientId));
        if (given.has('json')) {
          sayJson(
            context,
            managers.map(({ id, username, name, email, active, role, fullSsn }) => ({
              ...{ id, username, name, email, active, role, fullSsn },
            })),
          );
          return 0;
        }
        const rows = managers.map(({ username, name, email, active, role, fullSsn }) => [
          ...[username, name, email, active ? 'enabled' : 'disabled'],
          ...[role, fullSsn ? 'yes' : 'no'],
        ]);
        context.say(
          rows.length === 0
            ? 'This client has no managers yet.'
            : table([['USERNAME', 'NAME', 'E-MAIL', 'STATE', 'ROLE', 'FULL SSN'], ...rows]),
        );
        return 0;
      }),
  },
  {
    name: 'manager reset-password',
    words: '<client code> <username>',
    count: [2, 2],
    summary:
      'Give a manager a one-time link for a new password. With the new password, all sessions of the manager end.',
    options: passwordOptions,
    run: async (given, context) => {
      const [code = '', username = ''] = given.words;
      const chosen = await passwordOf(given, context);
      return withDatabase(context, async (db) => {
        const client = await clientOf(db, code);
        const nobody = () => new Refusal(`The client "${code}" has no manager "${username}".`);
        const manager = await asPlatform(db, (tx) => findByUsername(tx, client.clientId, username));
        if (!manager) throw nobody();
        const { clientId } = client;
        if (chosen === undefined) {
          const link = await asPlatform(db, (tx) => renewLink(tx, clientId, manager.id));
          if (!link) throw new Refusal(`"${username}" is disabled. Enable the account first.`);
          sayLink(context, link);
          return 0;
        }
        const passwordHash = await hashNewPassword(chosen, manager, client);
        const ended = await asPlatform(db, async (tx) => {
          const by = { managerId: null, now: await platformNow(tx) };
          return resetPassword(tx, { clientId, managerId: manager.id }, passwordHash, by);
        });
        if (ended === undefined) throw nobody();
        context.say(`"${username}" has a new password; ${count(ended, 'session')} ended.`);
        return 0;
      });
    },
  },
];

/** Typed twice by a person; one line of a pipe. Judged when the manager's names are known. */
async function passwordOf(
  given: Given,
  { isPerson, secret }: Context,
): Promise<string | undefined> {
  if (!given.has('password-stdin')) return undefined;
  const typed = await secret('Password');
  if (isPerson && (await secret('The same password again')) !== typed) {
    throw new UsageError(managerTexts.passwordMismatch);
  }
  return typed;
}

/** Shown once: nothing but a hash is kept. */
function sayLink({ config, say }: Context, { kind, token }: NewLink): void {
  const { publicUrl, host, port } = config;
  const what = kind === 'invitation' ? 'Invitation' : 'Link for a new password';
  const address = `${publicUrl ?? addressOf(host, port)}${linkPath(kind, token)}`;
  say(`${what}, for one use within ${linkHours[kind]} hours: ${address}`);
}
