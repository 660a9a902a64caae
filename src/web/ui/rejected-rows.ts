import { downloadRejected } from '#contract/call-list.ts';
import { apiFile } from '../lib/api.ts';
import { saveBlob } from '../lib/save-file.ts';
import { reportError } from './error-modal.tsx';

/** Saves the file of everything that an import left out. */
export async function downloadRejectedRows(list: {
  callListId: number;
  originalFileName: string;
}): Promise<void> {
  try {
    const file = await apiFile(downloadRejected, { params: { id: list.callListId } });
    saveBlob(`${list.originalFileName} rejected rows.csv`, file);
  } catch (error) {
    reportError(error);
  }
}
