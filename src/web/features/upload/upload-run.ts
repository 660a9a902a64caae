/**
 * The upload in progress. It lives outside React so that it survives a visit to another screen;
 * the top bar shows it meanwhile.
 */
import {
  getUploadProgress,
  type UploadProgress,
  type UploadResult,
  type UploadSettings,
  uploadCallList,
} from '#contract/call-list-upload.ts';
import { api } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { isUnknown } from '#web/lib/intent.ts';
import { endWork, publishWork } from '#web/lib/long-work.ts';
import { onManagerChange } from '#web/lib/manager-change.ts';
import { createStore } from '#web/lib/store.ts';
import { upload } from '#web/lib/upload.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { nothingImported } from '#web/ui/import-alerts.ts';
import { notify } from '#web/ui/notify.ts';
import { forgetDraft } from './draft.ts';
import { fileFailure } from './file-head.ts';
import { loadingStep, sendingStep, type WorkStep } from './work-step.ts';

export interface UploadOrder {
  managerId: number;
  clientId: number;
  file: File;
  settings: UploadSettings;
  headers: readonly string[];
  /** Rows of the file without its header; undefined while they are being counted. */
  rows: number | undefined;
}

export interface UploadRun {
  /** Of the long work in the top bar. */
  id: string;
  managerId: number;
  listName: string;
  state: 'running' | 'finished' | 'failed';
  doing: string;
  share: number | undefined;
  result?: UploadResult;
  /** A sentence. */
  failure?: string;
  /** Of a failure: the list may have been loaded all the same. */
  unknown?: boolean;
}

const runs = createStore<UploadRun | undefined>(undefined);
let abort: AbortController | undefined;
let watched = false;

export const useUploadRun = runs.use;

/** The screen reports while it is open, so that it can show how the upload ends. */
export function watchUpload(): () => void {
  watched = true;
  return () => {
    watched = false;
  };
}

/** Stops the upload: the server discards an upload whose connection ends. */
export function cancelUpload(): void {
  abort?.abort();
}

// An upload belongs to the manager who started it and can see its result: logging out ends it.
onManagerChange(() => {
  cancelUpload();
  runs.set(undefined);
});

/** Removes a finished run from the screen; after a failure the settings are kept. */
export function dismissRun(): void {
  if (runs.get()?.state === 'finished') forgetDraft();
  runs.set(undefined);
}

interface Intent {
  /** Names the upload for its progress. */
  key: string;
  file: File;
  settings: string;
}

let lastIntent: Intent | undefined;

/**
 * The same file with the same settings, sent once more after a lost connection, is the same upload:
 * if the server had loaded it, it is not loaded twice.
 */
function intentOf({ file, settings }: UploadOrder): Intent {
  const asked = JSON.stringify(settings);
  if (!lastIntent || lastIntent.settings !== asked || !isSameFile(lastIntent.file, file)) {
    lastIntent = { key: crypto.randomUUID(), file, settings: asked };
  }
  return lastIntent;
}

/** Chosen once more, a file is another object. */
const isSameFile = (one: File, other: File) =>
  one === other ||
  (one.name === other.name && one.size === other.size && one.lastModified === other.lastModified);

export async function startUpload(order: UploadOrder): Promise<void> {
  const intent = intentOf(order);
  const { key } = intent;
  const aborting = new AbortController();
  abort = aborting;
  const { managerId, settings, file } = order;
  const id = `upload:${key}`;
  const show = (step: WorkStep, callListId?: number) => {
    if (aborting.signal.aborted) return;
    runs.set({ id, managerId, listName: settings.callListName, state: 'running', ...step });
    publishWork({ id, title: settings.callListName, href: '/main/upload', callListId, ...step });
  };
  show(sendingStep(0, file.size));
  const stopPolling = pollProgress(key, order, show);
  try {
    const result = await send(order, intent, aborting.signal, show);
    stopPolling();
    lastIntent = undefined;
    end({ id, managerId, state: 'finished', result }, settings.callListName);
  } catch (error) {
    stopPolling();
    if (aborting.signal.aborted) {
      lastIntent = undefined;
      runs.set(undefined);
      endWork(id);
      await notifyIfTooLate(key, settings.callListName);
    } else {
      const failure = (await fileFailure(file)) ?? messageOf(error);
      const unknown = isUnknown(intent);
      end({ id, managerId, state: 'failed', failure, unknown }, settings.callListName);
    }
  }
}

function send(
  { clientId, file, settings, headers }: UploadOrder,
  intent: Intent,
  signal: AbortSignal,
  show: (step: WorkStep) => void,
): Promise<UploadResult> {
  const form = new FormData();
  form.append('callListMap', JSON.stringify(settings));
  form.append('headers', JSON.stringify(headers));
  form.append('fileSelect', file, file.name);
  return upload(uploadCallList, {
    query: { clientId, uploadKey: intent.key },
    intent,
    form,
    signal,
    onProgress: (sent, total) => show(sendingStep(sent, total)),
  });
}

/** Polls twice a second; the progress on the server counts once the whole file was sent. */
function pollProgress(
  uploadKey: string,
  { rows }: UploadOrder,
  show: (step: WorkStep, callListId: number) => void,
): () => void {
  const polling = new AbortController();
  const poll = async () => {
    const progress = await progressOf(uploadKey, polling.signal);
    // A response that arrives after the end must not bring the work back.
    if (polling.signal.aborted) return;
    if (progress && isLoading(progress)) {
      show(loadingStep(progress, rows), progress.callListId);
    }
    timer = setTimeout(poll, 500);
  };
  let timer = setTimeout(poll, 500);
  return () => {
    polling.abort();
    clearTimeout(timer);
  };
}

/** A failed progress request is ignored: the upload's own response says what went wrong. */
function progressOf(uploadKey: string, signal?: AbortSignal): Promise<UploadProgress | undefined> {
  return api(getUploadProgress, { params: { uploadKey }, ...(signal && { signal }) }).catch(
    () => undefined,
  );
}

/** Says so when the list was already loaded before the cancellation reached the server. */
async function notifyIfTooLate(uploadKey: string, listName: string): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    const stage = (await progressOf(uploadKey))?.stage;
    if (stage === 'done') {
      notify({
        text: `${listName} was loaded before it could be canceled. Close it if you do not need it.`,
        link: { label: 'Contact Lists', href: '/main/calllist' },
        tone: 'danger',
      });
    }
    if (stage === undefined || hasEnded(stage)) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const hasEnded = (stage: UploadProgress['stage']) =>
  stage === 'done' || stage === 'failed' || stage === 'canceled';

function isLoading({ stage }: UploadProgress): boolean {
  return stage === 'loading' || stage === 'restricting' || stage === 'finishing';
}

type Ending = Pick<UploadRun, 'id' | 'managerId' | 'state' | 'result' | 'failure' | 'unknown'>;

function end(ending: Ending, listName: string): void {
  endWork(ending.id);
  runs.set({ ...ending, listName, doing: '', share: 1 });
  if (watched) return;
  if (ending.state === 'finished') dismissRun();
  notifyEnding(ending, listName);
}

function loadedWith(listName: string, { accountPhonesImported: count }: UploadResult): string {
  const phones = count === 1 ? '1 phone number' : `${formatNumber(count)} phone numbers`;
  return `${listName} is loaded with ${phones}.`;
}

/** Announces the result to a manager who is on another screen. */
function notifyEnding({ result, failure, unknown }: Ending, listName: string): void {
  if (result) {
    const nothing = nothingImported(result);
    notify({
      text: nothing ? `${listName}: ${nothing}` : loadedWith(listName, result),
      link: {
        label: 'Import result',
        href: '/main/calllist',
        search: { import: result.callListId },
      },
      // Stays until it was read.
      ...(nothing && { tone: 'danger' as const }),
    });
  } else {
    notify({
      text: unknown
        ? `${failure ?? ''} Nobody knows yet whether ${listName} was loaded.`
        : `${listName} was not loaded. ${failure ?? ''}`,
      link: { label: 'Upload Contact List', href: '/main/upload' },
      tone: 'danger',
    });
  }
}
