import { downloadRejected } from '#contract/call-list.ts';
import { api } from '../lib/api.ts';
import { saveFile } from '../lib/save-file.ts';
import { reportError } from './error-modal.tsx';

/** Saves the file of everything that an import left out. */
export async function downloadRejectedRows(list: {
  callListId: number;
  originalFileName: string;
}): Promise<void> {
  try {
    const bytes = await api(downloadRejected, { params: { id: list.callListId } });
    saveFile(`${list.originalFileName} rejected rows.csv`, bytes, 'text/csv');
  } catch (error) {
    reportError(error);
  }
}
