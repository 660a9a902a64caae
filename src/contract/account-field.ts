import { z } from 'zod';
import { pickAccountField } from './account-field-pick.ts';
import { changeFields, deletedRecord, versionInput } from './change.ts';
import { clientIdInBody, clientQuery, done, idOf, idTextOf } from './fields.ts';
import { defineOperation } from './http.ts';

/** Mapping ids of fixed fields that are treated apart. */
export const dateOfBirthFieldId = 4;
export const ssnFieldId = 5;
export const stateFieldId = 9;
/** Fixed fields whose values are always sealed, and masked wherever they are shown or spoken. */
export const sealedFieldIds: readonly number[] = [dateOfBirthFieldId, ssnFieldId];

/** The fields that every account has, by mapping id; custom fields follow at customIndex + 11. */
export const fixedFields = [
  { id: 1, key: 'firstName', label: 'First Name', size: 255 },
  { id: 2, key: 'middleName', label: 'Middle Name', size: 255 },
  { id: 3, key: 'lastName', label: 'Last Name', size: 255 },
  { id: dateOfBirthFieldId, key: 'dateOfBirth', label: 'Date of Birth', size: 255 },
  { id: ssnFieldId, key: 'ssn', label: 'SSN', size: 11 },
  { id: 6, key: 'address', label: 'Address', size: 255 },
  { id: 7, key: 'address2', label: 'Address 2', size: 255 },
  { id: 8, key: 'city', label: 'City', size: 255 },
  { id: stateFieldId, key: 'state', label: 'State', size: 2 },
  { id: 10, key: 'zipCode', label: 'Zip Code', size: 10 },
  { id: 11, key: 'externalId', label: 'External Id', size: 255 },
] as const;

/** Mapping id of the phone columns. */
export const phoneFieldId = 0;
/** Custom fields have the mapping id customIndex + 11. */
export const customFieldOffset = 11;
export const maxAccountFields = 50;

export const accountFieldTexts = {
  tooMany: 'There are already 50 account fields. No more can be added.',
  nameTaken: 'An account field with this name already exists.',
  nameRequired: 'Name is Required',
  inUse:
    'A contact list that is not closed, or a voice message, uses this field. Close the list or change the message first.',
  staysSensitive:
    'Only an administrator with the right to full SSNs can make a sensitive field an ordinary one.',
  notCustom: 'Only a custom account field can be marked sensitive.',
} as const;

/** Characters that a custom field keeps of a value. */
export const customFieldSize = 255;

export const accountField = z.object({
  id: idOf('account-field'),
  clientId: idOf('client'),
  /** From 1 on; that of a deleted field is not used again. */
  customIndex: z.number().int(),
  name: z.string(),
  /** Available to messages. */
  messageEnabled: z.boolean(),
  /** Its values are sealed in each list, and masked wherever they are shown or spoken. */
  sensitive: z.boolean().default(false),
  /** Mapped in a list that is not closed, or spoken by a message. */
  used: z.boolean(),
  ...changeFields,
});
export type AccountField = z.infer<typeof accountField>;

const pickedAccountField = z.preprocess(pickedWithChange, accountField);

/** What the documents coerce, and what is ours. */
function pickedWithChange(response: unknown) {
  const ours = z.object({ ...changeFields, sensitive: z.boolean().optional() });
  const change = ours.safeParse(response).data;
  return { ...change, ...pickAccountField(response) };
}

export const accountFieldEdit = z.object({
  id: idOf('account-field').default(0),
  clientId: clientIdInBody,
  ...versionInput,
  name: z.string().trim().min(1, accountFieldTexts.nameRequired).max(255),
  messageEnabled: z.boolean().default(true),
  /** Without it, a stored field stays as it is, and a new one is not sensitive. */
  sensitive: z.boolean().optional(),
});

export const listAccountFields = defineOperation({
  name: 'listAccountFields',
  method: 'GET',
  path: '/api/customfield',
  summary: 'The custom account fields of the client.',
  query: clientQuery,
  response: z.array(pickedAccountField),
});

export const editAccountField = defineOperation({
  name: 'editAccountField',
  method: 'POST',
  idempotent: true,
  path: '/api/customfield/{id}/edit',
  summary: 'Create (id 0) or change an account field; at most 50.',
  params: z.object({ id: idTextOf('account-field') }),
  query: clientQuery,
  body: accountFieldEdit,
  response: done,
});

export const deleteAccountField = defineOperation({
  name: 'deleteAccountField',
  method: 'POST',
  idempotent: true,
  path: '/api/customfield/{id}/delete',
  summary: 'Delete an account field that no list and no message uses.',
  params: z.object({ id: idTextOf('account-field') }),
  body: deletedRecord('id', 'account-field'),
  response: done,
});
