import { useEffect, useRef, useState } from 'react';
import { voiceMessageTexts } from '#contract/voice-message.ts';
import { secondsOf } from '#domain/message-plan.ts';
import { readRecordingNumber } from '#domain/recording-number.ts';
import { isSimulated } from '#web/lib/carrier-words.ts';
import { useCarriers } from '#web/lib/carriers.ts';
import { formatDuration } from '#web/lib/format.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { Button } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { AlertIcon, CheckIcon, PhoneIcon } from '#web/ui/icons.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { callLabels, isInProgress } from './phone-call.ts';
import styles from './phone-step.module.css';
import { StepActions } from './step-actions.tsx';
import type { StepPartProps } from './step-props.ts';
import { secondsOfStep, soundOf } from './step-sound.ts';
import { useBusy } from './use-busy.ts';
import { type PhoneCall, usePhoneCall } from './use-phone-call.ts';

/** Calls the manager to record a step, and shows what happens in the call. */
export function PhoneStep(props: StepPartProps) {
  const { step, names, changed, onBusy, onChange, onCancel } = props;
  const call = usePhoneCall(step.fileName, useSavedRecording(props));
  const busy = isInProgress(call.state) ? 'Finish the call first.' : undefined;
  useBusy(busy, onBusy);
  const seconds = Math.round(secondsOfStep(step, names));
  const recorded = step.fileName !== '';
  return (
    <>
      <CallPart call={call} name={step.value} again={recorded} />
      <TextField
        label="Recording Name"
        required
        size="sm"
        maxLength={255}
        value={step.value}
        error={step.value.trim() === '' ? voiceMessageTexts.recordingNameRequired : undefined}
        onChange={(value) => onChange({ value, duration: step.duration })}
        // Enter saves the step, but not with the old recording while a new one is made.
        onKeyDown={(event) => event.key === 'Enter' && busy && event.preventDefault()}
      />
      <StepActions
        step={step}
        changed={changed}
        problem={busy ?? props.problem}
        unheard={{ reason: recorded ? busy : voiceMessageTexts.recordingRequired }}
        onCancel={onCancel}
      >
        {seconds > 0 && <span className={styles.length}>{formatDuration(seconds)}</span>}
      </StepActions>
      <SimulationNote />
    </>
  );
}

/** Puts a saved recording into the step, and its length once the sound is loaded. */
function useSavedRecording({ step, onChange }: StepPartProps): (fileName: string) => void {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return async (fileName) => {
    onChange({ fileName });
    // If the sound cannot be loaded, Listen requests it again and says why.
    const sound = await soundOf({ ...step, fileName }).catch(() => undefined);
    if (sound && here.current) onChange({ fileName, duration: secondsOf(sound.length) });
  };
}

interface CallPartProps {
  call: PhoneCall;
  name: string;
  /** A recording exists; a new one replaces it. */
  again: boolean;
}

function CallPart({ call, name, again }: CallPartProps) {
  const [phone, setPhone] = useState('');
  const read = readRecordingNumber(phone);
  const problem = 'problem' in read ? read.problem : undefined;
  const { state, refusal } = call;
  const atField = refusal instanceof ApiProblem ? refusal.errorAt('phoneNumber') : undefined;
  const elsewhere = call.elsewhere
    ? 'You have a recording call in progress in another window.'
    : undefined;
  const begin = () => call.begin(phone, name.trim());
  return (
    <>
      {refusal && !atField && <ErrorBand>{messageOf(refusal)}</ErrorBand>}
      <div className={styles.call}>
        <PhoneField
          label="Phone Number"
          required
          size="sm"
          value={phone}
          error={problem}
          errorNow={atField}
          hint={again ? 'A new recording replaces it.' : 'Carillon calls you here.'}
          onChange={(next) => {
            setPhone(next);
            call.forgetRefusal();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (!problem && !elsewhere && !isInProgress(state)) begin();
          }}
        />
        <Button
          changes
          className={styles.button ?? ''}
          size="sm"
          icon={PhoneIcon}
          busy={isInProgress(state)}
          reason={isInProgress(state) ? undefined : (elsewhere ?? problem)}
          onClick={begin}
        >
          {callLabels[state]}
        </Button>
      </div>
      <Outcome call={call} elsewhere={elsewhere} />
    </>
  );
}

/** The outcome of the call, also announced to screen readers. */
function Outcome({ call, elsewhere }: { call: PhoneCall; elsewhere: string | undefined }) {
  const { state, reason, connection } = call;
  return (
    <div className={styles.outcome} role="status">
      {state === 'done' && (
        <p className={styles.saved}>
          <CheckIcon />
          Saved
        </p>
      )}
      {state === 'error' && (
        <p className={styles.error}>
          <AlertIcon />
          <span>Call error</span>
        </p>
      )}
      {state === 'error' && reason && <p className={styles.note}>{reason}</p>}
      {isInProgress(state) && <span className="visually-hidden">{callLabels[state]}</span>}
      {elsewhere && <p className={styles.note}>{elsewhere}</p>}
      {connection === 'lost' && (
        <StatusDot color="red">
          Connection lost. Reconnecting; a call in progress continues.
        </StatusDot>
      )}
    </div>
  );
}

function SimulationNote() {
  const carriers = useCarriers();
  if (!carriers || !isSimulated(carriers.voice)) return null;
  return (
    <p className={styles.note}>
      Simulated carrier: no call is placed, and a sample voice is recorded. Numbers that end in 01
      are busy, 02 do not answer, 03 fail, and 04 hang up partway through.
    </p>
  );
}
