/** Input, progress and result of an import: plain data, for a thread. */
import type { ClientConfig } from 'pg';
import type { UploadResult, UploadSettings } from '#contract/call-list-upload.ts';
import type { ErrorCode, FieldError } from '#contract/errors.ts';
import type { KeyedRequest } from '#db/kept-response.ts';
import type { SealState } from '#db/key-set.ts';
import type { UploadedFile } from '#db/queries/call-list-import.ts';
import type { UploadStage } from '#db/queries/call-list-upload.ts';
import type { EncodingFound } from '#domain/contact-file/text-encoding.ts';
import type { CustomField } from './import-plan.ts';

export interface ImportJob {
  connection: ClientConfig;
  clientId: number;
  callListId: number;
  /** The sent file, and who sent it. */
  uploaded: UploadedFile;
  uploadKey: string;
  /** The request, if it has an Idempotency-Key. */
  keyed: KeyedRequest | undefined;
  settings: UploadSettings;
  /** Numbers called since then are left out. */
  notCalledSince: Date | null;
  /** Whose numbers the client may call, as domain/dialing.ts has it. */
  countries: string[];
  postedHeaders: string[] | undefined;
  customFields: CustomField[];
  /** The last day (`YYYY-MM-DD`) on which a row's consent can have been given. */
  latestConsent: string;
  /** File descriptor of the spooled file, and how it is encoded. */
  file: number;
  encoding: EncodingFound;
  spoolFolder: string;
  sealState: SealState;
  /** One number: not 0 once the import has to stop. */
  stop: SharedArrayBuffer;
}

export type ImportMessage =
  | { kind: 'backend'; pid: number }
  | { kind: 'progress'; stage: UploadStage; rows: number }
  | { kind: 'done'; result: UploadResult }
  | { kind: 'refused'; code: ErrorCode; sentence: string; errors: FieldError[] | undefined }
  | { kind: 'failed'; message: string; stack: string | undefined };
