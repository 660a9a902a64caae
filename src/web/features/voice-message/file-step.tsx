import { useEffect, useRef, useState } from 'react';
import { callListTexts } from '#contract/call-list.ts';
import { maxUploadBytes } from '#contract/call-list-upload.ts';
import {
  hearSoundFile,
  isSoundFileName,
  soundExtensions,
  stepType,
  voiceMessageTexts,
} from '#contract/voice-message.ts';
import { secondsOf } from '#domain/message-plan.ts';
import { decodeWav } from '#domain/sound/wav.ts';
import { formatDuration } from '#web/lib/format.ts';
import { upload } from '#web/lib/upload.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { SoundFileIcon } from '#web/ui/screen-icons.tsx';
import { type DraftStep, nextKey } from './draft.ts';
import { StepActions } from './step-actions.tsx';
import styles from './step-form.module.css';
import type { StepPartProps } from './step-props.ts';
import { secondsOfStep } from './step-sound.ts';
import { useBusy } from './use-busy.ts';

const accepted = soundExtensions.join(',');
const limits = 'MP3, MP4, WAV or M4A, at most 5 minutes and 120 MiB';

/** A sound file: the server reads it at once, so that it can be played or refused before a save. */
export function FileStep(props: StepPartProps) {
  const { step, names, changed, problem, onBusy, onChange, onCancel } = props;
  const { work, failure, choose } = useChosenFile(onChange);
  const name = work?.name ?? (step.clientsFileName || step.value || undefined);
  const seconds = Math.round(secondsOfStep(step, names));
  const busy = work && 'Reading the file.';
  useBusy(busy, onBusy);
  const reason = busy ?? failure ?? problem;
  return (
    <>
      <FileDrop
        name={name}
        accept={accepted}
        icon={SoundFileIcon}
        hint={limits}
        onFile={(file) => void choose(file)}
      />
      {work && (
        <div className={styles.work}>
          <ProgressBar share={work.share} label={`Upload of ${work.name}`} />
          <p role="status">{doing(work)}</p>
        </div>
      )}
      {failure !== undefined && <ErrorBand>{failure}</ErrorBand>}
      <StepActions step={step} changed={changed} problem={reason} onCancel={onCancel}>
        {!work && seconds > 0 && <span className={styles.length}>{formatDuration(seconds)}</span>}
      </StepActions>
    </>
  );
}

interface Work {
  name: string;
  /** The share of bytes sent; undefined once all are sent, while the server reads them. */
  share: number | undefined;
}

function doing({ share }: Work): string {
  return share === undefined ? 'Reading the file' : `Sending, ${Math.floor(share * 100)}%`;
}

/** Sends a chosen file to be read. Choosing another one, or leaving, aborts the one before. */
function useChosenFile(onChange: (change: Partial<DraftStep>) => void) {
  const [work, setWork] = useState<Work>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const choose = async (file: File) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setFailure(undefined);
    setWork({ name: file.name, share: 0 });
    try {
      const fresh = { wav: await read(file, abort.signal, setWork), key: nextKey() };
      const { samples } = decodeWav(fresh.wav);
      onChange({
        messageStepType: stepType.uploadedSoundFile,
        value: file.name,
        clientsFileName: file.name,
        fresh,
        duration: secondsOf(samples.length),
      });
    } catch (error) {
      if (!abort.signal.aborted) setFailure(`${file.name}: ${messageOf(error)}`);
    } finally {
      if (!abort.signal.aborted) setWork(undefined);
    }
  };
  return { work, failure, choose };
}

async function read(file: File, signal: AbortSignal, report: (work: Work) => void) {
  if (!isSoundFileName(file.name)) throw new Error(voiceMessageTexts.soundExtension);
  if (file.size > maxUploadBytes) throw new Error(callListTexts.tooLarge);
  const form = new FormData();
  form.set('fileSelect1', file, file.name);
  const wav = await upload(hearSoundFile, {
    form,
    signal,
    onProgress: (sent, total) =>
      report({ name: file.name, share: sent < total ? sent / total : undefined }),
  });
  return Uint8Array.from(wav);
}
