import { z } from 'zod';
import { changeFields, deletedRecord, versionInput } from './change.ts';
import { clientIdInBody, clientQuery, done, idOf, idTextOf, withRule } from './fields.ts';
import { defineOperation } from './http.ts';
import { chosenPassword, givenPassword } from './password.ts';
import { type Role, rights, role } from './role.ts';

export const managerTexts = {
  email: 'Please enter a valid email',
  emailLong: 'An email can have at most 255 characters.',
  passwordMismatch: 'The password does not match.',
  nameRequired: 'Name is Required',
  nameLong: 'A name can have at most 255 characters.',
  username: 'Username is required!',
  usernameLong: 'A username can have at most 100 characters.',
  password: 'Password is required!',
  name: 'The name can contain only letters, digits and spaces.',
  word: 'Only letters, digits and underscores are allowed.',
  usernameTaken: 'Another manager has this username.',
  currentPassword: 'The current password is not correct.',
  disableSelf: 'You cannot disable yourself.',
  deleteSelf: 'You cannot delete yourself.',
  ownRights: 'You cannot change your own role or your right to full SSNs.',
} as const;

/** `password` and `newPassword` always read back empty. */
export const manager = z.object({
  id: idOf('manager'),
  clientId: idOf('client'),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  password: z.string(),
  newPassword: z.string(),
  active: z.boolean(),
  /** No password was chosen yet; beyond the documents, too. */
  invited: z.boolean(),
  /** Beyond the documents, both. */
  ...rights,
  /** Whether a second factor is set up. */
  hasSecondFactor: z.boolean(),
  ...changeFields,
});
export type Manager = z.infer<typeof manager>;

/** A standard pattern; spaces around it do not count. */
const email = z
  .string(managerTexts.email)
  .trim()
  .max(255, managerTexts.emailLong)
  .regex(z.regexes.email, managerTexts.email);

/**
 * A form with a confirmation sends both passwords; the second, if present, must match the new one.
 */
const confirmPassword = givenPassword.optional();

/** The schema with the rule that both new passwords match. */
function withConfirmed<S extends z.ZodObject>(schema: S): S {
  return withRule(schema, {
    path: 'confirmPassword',
    message: managerTexts.passwordMismatch,
    needs: z.object({ newPassword: z.string().default(''), confirmPassword }),
    holds: (value) => (value.confirmPassword ?? value.newPassword) === value.newPassword,
  });
}

/** In the order of the forms, like those of a new manager. */
const editFields = {
  id: idOf('manager').optional(),
  clientId: clientIdInBody,
  ...versionInput,
  name: z.string().trim().min(1, managerTexts.nameRequired).max(255, managerTexts.nameLong),
  username: z.string().trim().min(1, managerTexts.username).max(100, managerTexts.usernameLong),
  email,
  password: givenPassword.default(''),
  newPassword: chosenPassword.default(''),
  confirmPassword,
  active: z.boolean().optional(),
  role: role.optional(),
  fullSsn: z.boolean().optional(),
};

/**
 * What an edit may carry. An empty newPassword keeps the password, which managers themselves change; an absent `active`, `role` or
 * `fullSsn` what is stored; `password` is the current one, needed to change one's own.
 */
export const managerEdit = withConfirmed(z.object(editFields));

export type ManagerEdit = z.infer<typeof managerEdit>;

/** The form of a manager's own profile, which is saved with the current password only. */
export const profileEdit = withConfirmed(
  z.object({ ...editFields, password: givenPassword.min(1, managerTexts.password) }),
);

export const managerAdd = withConfirmed(
  z.object({
    clientId: clientIdInBody,
    name: z
      .string()
      .trim()
      .min(1, managerTexts.nameRequired)
      .max(255, managerTexts.nameLong)
      .regex(/^[\p{L}\p{N} ]+$/u, managerTexts.name),
    username: z
      .string()
      .min(1, managerTexts.username)
      .max(100, managerTexts.usernameLong)
      .regex(/^\w+$/, managerTexts.word),
    email,
    password: givenPassword.default(''),
    /** Refused unless empty: managers choose their own passwords by a link (decision 070). */
    newPassword: givenPassword.default(''),
    confirmPassword,
    active: z.boolean().default(true),
    role: role.default('manager'),
    fullSsn: z.boolean().default(false),
  }),
);

/** What the forms hold; `password` is the current one, asked for in the profile only. */
export type ManagerDraft = Record<
  'name' | 'username' | 'email' | 'password' | 'newPassword' | 'confirmPassword',
  string
> & {
  version?: number | undefined;
  /** In the list of managers only: nobody changes their own rights. */
  role?: Role | undefined;
  fullSsn?: boolean | undefined;
};

const byId = z.object({ id: idTextOf('manager') });

export const listManagers = defineOperation({
  name: 'listManagers',
  method: 'GET',
  path: '/api/manager',
  summary: 'The managers of the client.',
  query: clientQuery,
  response: z.array(manager),
});

export const currentManager = defineOperation({
  name: 'currentManager',
  method: 'GET',
  path: '/api/manager/{id}/current',
  summary: 'One manager, for the profile.',
  params: byId,
  response: manager,
});

export const editManager = defineOperation({
  name: 'editManager',
  method: 'POST',
  idempotent: true,
  path: '/api/manager/{id}/edit',
  summary: 'Change a manager, or your own profile.',
  params: byId,
  body: managerEdit,
  response: done,
});

export const deleteManager = defineOperation({
  name: 'deleteManager',
  method: 'POST',
  idempotent: true,
  path: '/api/manager/{id}/delete',
  summary: 'Delete a manager; managers cannot delete themselves.',
  params: byId,
  body: deletedRecord('id', 'manager'),
  response: done,
});

export const addManager = defineOperation({
  name: 'addManager',
  method: 'POST',
  idempotent: true,
  path: '/api/manager/add',
  summary: 'Add a manager of the same client.',
  body: managerAdd,
  response: done,
});
