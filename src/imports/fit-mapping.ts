import type { MappingItem } from '#contract/call-list-upload.ts';
import { headerKey } from '#db/queries/saved-mapping.ts';

/** A saved mapping with its columns recalculated for another order of the same headers. */
export function fitMapping(
  mapping: readonly MappingItem[],
  headers: readonly string[],
): MappingItem[] {
  const taken = new Set<string>();
  const columnOf = (item: string, name: string): number => {
    const key = headerKey(name);
    // A name that the file has twice goes to its columns in turn within one account field.
    const column = headers.findIndex(
      (header, at) => headerKey(header) === key && !taken.has(`${item}:${at}`),
    );
    taken.add(`${item}:${column}`);
    return column;
  };
  return mapping.map((item, index) => ({
    ...item,
    selectedCallListField: item.selectedCallListField.flatMap(({ fieldName }) => {
      const fieldColumn = columnOf(String(index), fieldName);
      return fieldColumn < 0 ? [] : [{ fieldColumn, fieldName: headers[fieldColumn] ?? fieldName }];
    }),
  }));
}
