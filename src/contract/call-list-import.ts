/** What became of the file of a contact list, kept with the list. */
import { z } from 'zod';
import { uploadResult } from './call-list-upload.ts';
import { idTextOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';
import { storedReason } from './reason.ts';

/** Why numbers or accounts were left out, and how many. */
export const importReason = z.object({
  reason: storedReason,
  /** The reason as a sentence. */
  sentence: z.string(),
  count: z.number().int(),
});
export type ImportReason = z.infer<typeof importReason>;

/** The counts of its upload, with the file and who sent it. */
export const importResult = uploadResult.extend({
  /** The name that the manager gave the list. */
  originalFileName: z.string(),
  /** The name of the file on the manager's machine; empty if the sender gave none. */
  fileName: z.string(),
  /** Lines as an editor counts them, with the header. */
  fileLines: z.number().int(),
  /** The name of the manager. */
  uploadedBy: z.string(),
  uploaded: instant,
  /** The most frequent first. */
  reasons: z.array(importReason),
  /** Rows of the file of rejected rows. */
  rejectedCount: z.number().int(),
  /** They were deleted with the contact data of the list, when its retention period ended. */
  rejectedDeleted: z.boolean(),
});
export type ImportResult = z.infer<typeof importResult>;

export const getImportResult = defineOperation({
  name: 'getImportResult',
  method: 'GET',
  path: '/api/calllist/{id}/import',
  summary: 'What became of the file of an uploaded list: the counts of its upload, by reason.',
  params: z.object({ id: idTextOf('call-list') }),
  response: importResult,
});
