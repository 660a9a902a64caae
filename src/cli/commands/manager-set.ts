import { asPlatform, type Tx } from '#db/database.ts';
import { findByUsername } from '#db/queries/manager-password.ts';
import { isLastAdministrator, lockAdministrators, setRights } from '#db/queries/manager-rights.ts';
import { type ManagerId, removeAllFactors } from '#db/queries/second-factor.ts';
import { endSessionsOf } from '#db/queries/session.ts';
import { type Command, Refusal, UsageError } from '../command.ts';
import { fullSsnOf, rightsOptions, rightsWords, roleOf } from '../manager-rights.ts';
import { clientOf, platformNow } from '../shared.ts';
import { withDatabase } from '../with-database.ts';

export const managerSetCommand: Command = {
  name: 'manager set',
  words: '<client code> <username>',
  count: [2, 2],
  summary: "Change a manager's role or right to full SSNs, or remove the second factor.",
  options: {
    role: { ...rightsOptions.role, meaning: 'reporter, manager or administrator.' },
    'full-ssn': { value: 'yes|no', meaning: 'Whether full SSNs may be exported and downloaded.' },
    'remove-second-factor': {
      meaning: 'For a manager who lost it. Their sessions end.',
    },
  },
  run: (given, context) => {
    const [code = '', username = ''] = given.words;
    const asked = { role: roleOf(given), fullSsn: fullSsnOf(given) };
    const removes = given.has('remove-second-factor');
    if (asked.role === undefined && asked.fullSsn === undefined && !removes) {
      throw new UsageError('Specify what to change: --role, --full-ssn, --remove-second-factor.');
    }
    return withDatabase(context, async (db) => {
      const { clientId } = await clientOf(db, code);
      const rights = await asPlatform(db, async (tx) => {
        const administrators = await lockAdministrators(tx, clientId);
        const manager = await findByUsername(tx, clientId, username);
        if (!manager) throw new Refusal(`The client "${code}" has no manager "${username}".`);
        const role = asked.role ?? manager.role;
        const fullSsn = asked.fullSsn ?? manager.fullSsn;
        const isLast = isLastAdministrator(administrators, manager.id);
        if (isLast && role !== 'administrator') throw new Refusal(lastOne(code, username));
        if (asked.role !== undefined || asked.fullSsn !== undefined) {
          await setRights(tx, [clientId, manager.id], { role, fullSsn }, await platformNow(tx));
        }
        const had = removes && (await removeFactor(tx, { clientId, managerId: manager.id }));
        return { role, fullSsn, had };
      });
      context.say(`"${username}" is ${rightsWords(rights)}.`);
      if (removes) {
        context.say(
          rights.had
            ? 'The second factor was removed, and all sessions of this manager ended.'
            : 'There was no second factor to remove.',
        );
      }
      return 0;
    });
  },
};

/** Returns whether there was one. Whoever holds the lost device is signed out. */
async function removeFactor(tx: Tx, manager: ManagerId): Promise<boolean> {
  const had = await removeAllFactors(tx, manager);
  await endSessionsOf(tx, manager.clientId, manager.managerId);
  return had;
}

function lastOne(code: string, username: string): string {
  return `"${username}" is the last administrator of "${code}". Make another one first.`;
}
