import {
  type AuditFault,
  type AuditRoot,
  type VerifiedChain,
  verifyAudit,
} from '#db/audit/verify.ts';
import { asPlatform } from '#db/database.ts';
import { listClients } from '#db/queries/client.ts';
import { type Command, type Context, type Given, UsageError } from '../command.ts';
import { jsonOption, sayJson } from '../json.ts';
import { count } from '../shared.ts';
import { withDatabase } from '../with-database.ts';

export const auditVerifyCommand: Command = {
  name: 'audit verify',
  words: '',
  count: [0, 0],
  shows: true,
  summary: 'Recompute the hash chains of the audit log; exit code 1 when one does not hold.',
  options: {
    root: {
      value: 'CLIENT:NUMBER:HASH',
      many: true,
      meaning:
        'A root from the log, "root of the audit log": its clientId, sequence and root. The chain must contain it.',
    },
    json: jsonOption,
  },
  run: verify,
};

async function verify(given: Given, context: Context): Promise<number> {
  const roots = given.texts('root').map(rootOf);
  return withDatabase(context, async (db) => {
    const chains = await verifyAudit(db, roots);
    const clients = await asPlatform(db, listClients);
    const codes = new Map(clients.map(({ clientId, code }) => [clientId, code]));
    const holds = chains.every(({ faults }) => faults.length === 0);
    if (given.has('json')) {
      sayJson(context, { verified: holds, chains });
    } else {
      for (const chain of chains) for (const line of linesOf(chain, codes)) context.say(line);
      context.say(holds ? 'verified' : 'not verified');
    }
    return holds ? 0 : 1;
  });
}

function rootOf(text: string): AuditRoot {
  const [, client, sequence, hash] = /^(\d{1,9}):(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash === undefined) {
    throw new UsageError(`"${text}" is not a root such as 1:240:6f1d…, with a hash of 64 digits.`);
  }
  return { clientId: Number(client), sequence: Number(sequence), hash };
}

function linesOf(
  { clientId, entries, redacted, faults }: VerifiedChain,
  codes: Map<number, string>,
) {
  const code = codes.get(clientId);
  const name =
    clientId === 0 ? 'Platform' : `Client ${code === undefined ? clientId : `"${code}"`}`;
  const all = count(entries, 'entry', 'entries');
  const without = redacted === 0 ? '' : `, ${redacted} of them without an erased number`;
  return [
    `${name}: ${all}${without}`,
    ...faults.map((fault) => `  ${faultSentences[fault.kind](fault)}`),
  ];
}

const faultSentences: Record<AuditFault['kind'], (fault: AuditFault) => string> = {
  changed: ({ sequence }) => `Entry ${sequence} was changed.`,
  removed: ({ sequence }) => `Entry ${sequence} was removed.`,
  broken: ({ sequence }) =>
    `The chain breaks at entry ${sequence}: the one before it was replaced.`,
  root: ({ sequence }) => `Entry ${sequence} is not the one of its root.`,
  cut: ({ sequence }) => `The newest entries were removed, from entry ${sequence} on.`,
};
