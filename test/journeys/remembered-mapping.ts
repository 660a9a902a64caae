import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { fixedFields } from '../../src/contract/account-field.ts';
import type { TestApi } from '../harness/api.ts';

type Manager = Awaited<ReturnType<TestApi['signIn']>>;

/** As an earlier upload of such a file does: one row of it. */
export async function rememberMapping(
  manager: Manager,
  campaignId: number,
  file: string,
  { mapping, phoneColumns }: { mapping: Record<string, string>; phoneColumns: string[] },
): Promise<void> {
  const [header = '', row = ''] = readFileSync(file, 'utf8').replace('\uFEFF', '').split(/\r?\n/);
  const headers = header.split(',');
  const column = (name: string) => ({ fieldColumn: headers.indexOf(name), fieldName: name });
  const callListMapList = [
    { accountField: { id: 0, value: '' }, selectedCallListField: phoneColumns.map(column) },
    ...fixedFields.flatMap(({ id, label }) =>
      mapping[label]
        ? [{ accountField: { id, value: label }, selectedCallListField: [column(mapping[label])] }]
        : [],
    ),
  ];
  const settings = { callListName: 'Earlier', campaignId, delimiter: ',', callListMapList };
  const form = new FormData();
  form.append('callListMap', JSON.stringify(settings));
  form.append('headers', JSON.stringify(headers));
  form.append('fileSelect', new Blob([`${header}\n${row}\n`]), 'earlier.csv');
  const response = await manager.post('/api/calllist/upload', form);
  expect(response.status, response.text).toBe(200);
}
