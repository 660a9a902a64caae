import { useState } from 'react';
import { playSound, voiceMessageTexts } from '../../../contract/voice-message.ts';
import { readRecordingNumber } from '../../../domain/recording-number.ts';
import { api } from '../../lib/api.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { useSimulation } from '../../lib/simulation.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Form } from '../../ui/form-scope.tsx';
import { AlertIcon, CheckIcon, PhoneIcon, SpeakerIcon, StopIcon } from '../../ui/icons.tsx';
import { ErrorBand } from '../../ui/notice-band.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { firstProblem } from '../../ui/save-button.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { callLabels, isInProgress } from './phone-call.ts';
import styles from './phone-form.module.css';
import { type PhoneCall, usePhoneCall } from './use-phone-call.ts';
import { usePlayer } from './use-player.ts';

interface PhoneFormProps {
  /** `value` is the recording's name; `fileName` is '' until something is recorded. */
  step: { key: string; value: string; fileName: string };
  /** Something is not in the list yet. */
  changed: boolean;
  onChange: (change: { value?: string; fileName?: string }) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** Has the manager called to record a step; what he does on the telephone is told here. */
export function PhoneForm({ step, changed, onChange, onSave, onCancel }: PhoneFormProps) {
  const call = usePhoneCall((fileName) => onChange({ fileName }));
  const busy = isInProgress(call.state);
  const problem = firstProblem([
    step.value.trim() === '' && voiceMessageTexts.recordingNameRequired,
    busy && 'Finish the call first.',
    step.fileName === '' && voiceMessageTexts.recordingRequired,
    !changed && 'Nothing was changed.',
  ]);
  return (
    <Form className={styles.form} onSubmit={() => problem === undefined && onSave()}>
      <CallPart call={call} name={step.value} again={step.fileName !== ''} />
      <TextField
        label="Recording Name"
        required
        size="sm"
        maxLength={255}
        value={step.value}
        error={step.value.trim() === '' ? voiceMessageTexts.recordingNameRequired : undefined}
        onChange={(value) => onChange({ value })}
      />
      <Actions fileName={step.fileName} problem={problem} onCancel={onCancel} />
    </Form>
  );
}

interface CallPartProps {
  call: PhoneCall;
  name: string;
  /** There is a recording already; a new one takes its place. */
  again: boolean;
}

function CallPart({ call, name, again }: CallPartProps) {
  const [phone, setPhone] = useState('');
  const simulated = useSimulation()?.simulated === true;
  const read = readRecordingNumber(phone);
  const problem = 'problem' in read ? read.problem : undefined;
  const { state, refusal } = call;
  const atField = refusal instanceof ApiProblem ? refusal.errorAt('phoneNumber') : undefined;
  const elsewhere = call.elsewhere
    ? 'A recording call of yours is in progress in another window.'
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
          hint={again ? 'A new recording takes the place of this one.' : 'Carillon calls you here.'}
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
      {simulated && (
        <p className={styles.note}>
          Simulated carrier: nobody is called, and a sample voice is recorded. Numbers that end in
          01 act busy, 02 no answer, 03 a failed call, 04 a hang-up in the middle.
        </p>
      )}
    </>
  );
}

/** What has become of the call, said aloud too. */
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
        <StatusDot color="red">Connection lost. Trying again; a call goes on meanwhile.</StatusDot>
      )}
    </div>
  );
}

interface ActionsProps {
  fileName: string;
  problem: string | undefined;
  onCancel: () => void;
}

function Actions({ fileName, problem, onCancel }: ActionsProps) {
  const [failure, setFailure] = useState<unknown>();
  const player = usePlayer(setFailure);
  const sounds = player.current !== undefined;
  const listen = () => {
    setFailure(undefined);
    player.play(fileName, () => api(playSound, { params: { fileName } }));
  };
  return (
    <>
      {failure !== undefined && <ErrorBand>{messageOf(failure)}</ErrorBand>}
      <div className={styles.actions}>
        <Button
          size="sm"
          icon={sounds ? StopIcon : SpeakerIcon}
          reason={fileName === '' ? voiceMessageTexts.recordingRequired : undefined}
          busy={player.loading}
          onClick={sounds ? player.stop : listen}
        >
          {sounds && !player.loading ? 'Stop' : 'Listen'}
        </Button>
        <span className={styles.gap} />
        <Button size="sm" variant="plain" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="sm" reason={problem}>
          Save step
        </Button>
      </div>
    </>
  );
}
