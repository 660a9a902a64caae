/**
 * Checked for every operation before its handler runs: that no clientId in it is another's, and
 * that the record named in the path is the one in the body (spec 3 section 2).
 */
import { type EntityField, entityFields, valuesAt } from '#contract/entity-fields.ts';
import { problem } from '#contract/errors.ts';
import type { OperationShape } from '#contract/http.ts';

export interface OperationFields {
  params: EntityField[];
  query: EntityField[];
  body: EntityField[];
  form: EntityField[];
}

/** The id-bearing fields of an operation, part by part. */
export function fieldsOf(operation: OperationShape): OperationFields {
  return {
    params: entityFields(operation.params),
    query: entityFields(operation.query),
    body: entityFields(operation.body),
    form: entityFields(operation.multipart?.fields),
  };
}

/** Throws 403 if a raw part names another client, also in parts without a schema. */
export function refuseOtherClient(clientId: number, part: unknown, fields: readonly EntityField[]) {
  const paths = fields.filter(({ entity }) => entity === 'client').map(({ path }) => path);
  for (const path of [['clientId'], ...paths]) {
    if (valuesAt(part, path).some((value) => namesAnother(value, clientId))) throw otherClient();
  }
}

/** Absent means the token's own. The schema rejects what is not a number. */
function namesAnother(value: unknown, clientId: number): boolean {
  if (Array.isArray(value)) return value.some((item) => namesAnother(item, clientId));
  if (typeof value === 'string') return value.trim() !== '' && Number(value) !== clientId;
  return typeof value === 'number' && value !== clientId;
}

function otherClient() {
  return problem('other_client', 'This belongs to another client.');
}

/** The fields that may hold the id of the record itself: at the top of the body or form field. */
interface OwnIds {
  value: unknown;
  fields: readonly EntityField[];
  depth: number;
}

/** Throws 404 where the body's own id is not the path's; 0, -1 or none in the body is fine. */
export function refuseOtherRecord(
  paramFields: readonly EntityField[],
  params: unknown,
  { value, fields, depth }: OwnIds,
) {
  for (const { entity, path } of paramFields) {
    if (entity === 'client') continue;
    const named = Number(valuesAt(params, path)[0]);
    const own = fields.filter((field) => field.entity === entity && field.path.length === depth);
    const ids = own.flatMap((field) => valuesAt(value, field.path)).map(Number);
    if (ids.some((id) => id > 0 && id !== named)) {
      throw problem('not_found', 'The record in the path differs from the one in the body.');
    }
  }
}
