/** Checked for every operation before its request is read: that the manager's role is enough. */
import { type Access, access, openBeforeSetup } from '#contract/access.ts';
import { type EntityField, valuesAt } from '#contract/entity-fields.ts';
import { problem } from '#contract/errors.ts';
import type { OperationShape } from '#contract/http.ts';
import { hasRole, notAllowed, type Role } from '#contract/role.ts';
import { factorTexts } from '#contract/second-factor.ts';
import type { Session } from './plugins/session.ts';

/** @throws Error for an operation that is not in the table, or is open in only one of the two */
export function accessOf({ name, auth }: OperationShape): Access {
  const needed = (access as Record<string, Access>)[name];
  if (needed === undefined || (needed === 'anyone') !== (auth === 'none')) {
    throw new Error(`The table of access does not fit the operation ${name}.`);
  }
  return needed;
}

/** @throws ProblemError second_factor_setup_required before the second factor that the client requires */
export function refuseWithoutFactor({ mustSetUpFactor }: Session, { name }: OperationShape): void {
  if (!mustSetUpFactor || (openBeforeSetup as readonly string[]).includes(name)) return;
  throw problem('second_factor_setup_required', factorTexts.setUp);
}

/** The record that the path names, with its fields that hold ids. */
interface Named {
  params: unknown;
  fields: readonly EntityField[];
}

/** @throws ProblemError not_allowed when the manager's role is not enough */
export function refuseRole(session: Session, needed: Access, named: Named): void {
  const least = leastRole(session, needed, named);
  if (hasRole(session.role, least)) return;
  throw problem('not_allowed', notAllowed[least === 'administrator' ? 'administrator' : 'manager']);
}

function leastRole({ managerId }: Session, needed: Access, { params, fields }: Named): Role {
  if (needed === 'anyone') return 'reporter';
  if (typeof needed === 'string') return needed;
  const field = fields.find(({ entity }) => entity === 'manager');
  const own = field && Number(valuesAt(params, field.path)[0]) === managerId;
  return own ? needed.own : needed.others;
}
