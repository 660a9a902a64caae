/** The sound files of a form: written to disk as they arrive, read once the form is complete. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { callListTexts } from '#contract/call-list.ts';
import { maxUploadBytes } from '#contract/call-list-upload.ts';
import { problem } from '#contract/errors.ts';
import { isSoundFileName, voiceMessageTexts } from '#contract/voice-message.ts';
import { longestMessageSeconds } from '#domain/message-plan.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { SoundFileError, type SoundFiles } from '#domain/sound/sound-file.ts';
import { encodeWav, telephoneRate } from '#domain/sound/wav.ts';
import type { FormFile } from './form.ts';

export interface SoundUploadDeps {
  soundFiles: SoundFiles;
  spoolFolder: string;
}

interface SpooledSound {
  /** "fileSelect2" */
  field: string;
  handle: FileHandle;
}

/** Forms whose files wait to be read, or are being read, in this process. */
let reading = 0;
const mostReading = 20;

export class SoundUpload {
  readonly #deps: SoundUploadDeps;
  readonly #files: SpooledSound[] = [];
  #bytes = 0;

  constructor(deps: SoundUploadDeps) {
    this.#deps = deps;
  }

  get count(): number {
    return this.#files.length;
  }

  /**
   * @throws ProblemError bad_file when its name is none of a sound file, too_large when the files of
   *   the form are over the limit together
   */
  async take({ field, fileName, stream }: FormFile): Promise<void> {
    if (!isSoundFileName(fileName)) throw badFile(field, voiceMessageTexts.soundExtension);
    const path = join(this.#deps.spoolFolder, `sound-${randomUUID()}`);
    const handle = await open(path, 'wx+', 0o600);
    this.#files.push({ field, handle });
    // The file lives until its handle is closed, also when this process is killed.
    await unlink(path);
    let written = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.#bytes += chunk.length;
      if (this.#bytes > maxUploadBytes) throw problem('too_large', callListTexts.tooLarge);
      await handle.write(chunk, 0, chunk.length, written);
      written += chunk.length;
    }
  }

  /**
   * The files by their number, as a call plays them: WAV, 8 kHz mono.
   *
   * @throws ProblemError bad_file with the reason, too_many_tries when many others wait
   */
  async read(): Promise<Uint8Array[]> {
    if (reading >= mostReading) {
      throw problem('too_many_tries', voiceMessageTexts.manySoundFiles, { retryAfter: 10 });
    }
    reading += 1;
    try {
      const sounds: Uint8Array[] = [];
      let left = longestMessageSeconds * telephoneRate;
      for (const { field, handle } of inOrder(this.#files)) {
        const samples = await this.#readOne(field, handle);
        left -= samples.length;
        if (left < 0) throw badFile(field, voiceMessageTexts.messageTooLong);
        sounds.push(encodeWav(samples));
      }
      return sounds;
    } finally {
      reading -= 1;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#files.map(({ handle }) => handle.close()));
  }

  async #readOne(field: string, handle: FileHandle): Promise<Int16Array> {
    try {
      return await this.#deps.soundFiles.read(handle.fd);
    } catch (error) {
      if (error instanceof SoundFileError)
        throw badFile(field, reasonSentence(error.reason), error);
      throw error;
    }
  }
}

function badFile(field: string, message: string, cause?: unknown) {
  return problem('bad_file', message, { errors: [{ path: field, message }], cause });
}

/** fileSelect2 comes before fileSelect10; those without a number as they came. */
function inOrder(files: readonly SpooledSound[]): SpooledSound[] {
  const numberOf = ({ field }: SpooledSound) => Number(/\d+$/.exec(field)?.[0] ?? 0);
  return [...files].sort((a, b) => numberOf(a) - numberOf(b));
}
