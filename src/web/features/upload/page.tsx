import { useEffect, useRef } from 'react';
import { consentOfDraft } from '#web/lib/consent-draft.ts';
import { counted } from '#web/lib/plural.ts';
import { useManager } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/load-failure.tsx';
import { Page } from '#web/ui/page.tsx';
import { firstProblem } from '#web/ui/save-button.tsx';
import { ArrowRightIcon, FileIcon } from '#web/ui/screen-icons.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { UnsavedDialog } from '#web/ui/unsaved-dialog.tsx';
import { checkProblems } from './check-words.ts';
import { delimiterNames, delimiterOf } from './delimiter.ts';
import {
  type Draft,
  forgetDraft,
  isBegun,
  lastStep,
  mappingProblem,
  mapStep,
  restrictionOf,
  type StepIndex,
  settingsProblem,
  stepNames,
  useDraft,
} from './draft.ts';
import { FileStep } from './file-step.tsx';
import { MapStep } from './map-step.tsx';
import { type MappableField, type Mapping, toMapList } from './mapping.ts';
import { PreviewStep } from './preview-step.tsx';
import { RunDialogs } from './run-dialogs.tsx';
import { sensitiveMarks } from './sensitive.ts';
import { SettingsStep } from './settings-step.tsx';
import styles from './upload.module.css';
import { startUpload, useUploadRun, watchUpload } from './upload-run.ts';
import { useAskedCampaign } from './use-asked-campaign.ts';
import { useCheck } from './use-check.ts';
import { type FileFacts, useFile } from './use-file.ts';
import { useStartMapping } from './use-mapping.ts';
import { useStep, wizardPath } from './use-step.ts';

/** The wizard: a delimited file becomes a contact list. */
export function UploadPage() {
  const { id: managerId, clientId } = useManager();
  const [draft, change] = useDraft(managerId);
  useAskedCampaign((campaignId) => change({ campaignId }));
  const facts = useFile(draft);
  const start = useStartMapping(facts);
  const mapping = draft.mapping ?? start.first;
  const run = useUploadRun();
  const ownRun = run?.managerId === managerId ? run : undefined;
  const begun = ownRun !== undefined && ownRun.state !== 'failed';
  useEffect(watchUpload, []);
  const discard = useForgottenDraft();
  const check = useCheck({ draft, facts, fields: start.fields, mapping, enabled: draft.step >= 2 });
  const problems = [
    facts.problem ?? (start.loading ? 'Loading the account fields.' : undefined),
    mappingProblem(mapping),
    check.loading ? 'Checking the rows.' : check.checked && checkProblems(check.checked)[0],
    settingsProblem(draft),
  ];
  const reasonFor = (step: number) => firstProblem(problems.slice(0, step));
  // Nobody knows yet which steps can be opened.
  const loading = isBegun(draft) && (facts.loading || start.loading || check.loading);
  const [step, go] = useStep({ draft, change, reasonFor, loading });
  const upload = () => {
    const settings = settingsOf(draft, mapping, start.fields, facts);
    if (!draft.file || !settings || firstProblem(problems)) return;
    const { headers, rowCount: rows } = facts;
    void startUpload({ managerId, clientId, file: draft.file, settings, headers, rows });
  };

  return (
    <Page
      title="Upload Contact List"
      divided
      layout={step === mapStep ? 'fill' : 'flow'}
      actions={
        <StepButtons
          step={step}
          problem={firstProblem(problems.slice(0, step + 1))}
          onStep={go}
          onUpload={upload}
        />
      }
      toolbar={
        <div className={styles.toolbar}>
          <Stepper
            steps={stepNames.map((label, at) => ({ label, reason: reasonFor(at) }))}
            active={step}
            onStep={(next) => next !== step && go(next as StepIndex)}
          />
          <FileLine draft={draft} facts={facts} />
        </div>
      }
    >
      {start.read.isError && start.read.data === undefined && <Loading reads={[start.read]} />}
      {step === 0 && <FileStep draft={draft} facts={facts} onChange={change} />}
      {step === 1 && (
        <MapStep
          facts={facts}
          fields={start.fields}
          mapping={mapping}
          remembered={start.remembered && draft.mapping === undefined}
          onChange={(next) => change({ mapping: next })}
        />
      )}
      {step === 2 && (
        <PreviewStep facts={facts} fields={start.fields} mapping={mapping} check={check} />
      )}
      {step === 3 && <SettingsStep {...{ draft, begun }} onChange={change} onSubmit={upload} />}
      <RunDialogs run={ownRun} />
      <UnsavedDialog
        what="upload"
        // One that is under way goes on without the page.
        unsaved={isBegun(draft) && !begun}
        staysAt={(path) => path === wizardPath}
        onDiscarded={discard}
      />
    </Page>
  );
}

/** Once called, the draft is forgotten when the page is left: without one it is at its first step. */
function useForgottenDraft() {
  const discarded = useRef(false);
  useEffect(
    () => () => {
      if (discarded.current) forgetDraft();
    },
    [],
  );
  return () => {
    discarded.current = true;
  };
}

interface StepButtonsProps {
  step: StepIndex;
  /** Why the next step, or the upload, is not possible yet. */
  problem: string | undefined;
  onStep: (step: StepIndex) => void;
  onUpload: () => void;
}

function StepButtons({ step, problem, onStep, onUpload }: StepButtonsProps) {
  const isLast = step === lastStep;
  return (
    <>
      <Button
        reason={step === 0 ? 'This is the first step.' : undefined}
        onClick={() => onStep((step - 1) as StepIndex)}
      >
        Previous Step
      </Button>
      <Button
        variant="filled"
        // Steps may be taken in quick succession.
        data-press={isLast ? 'once' : 'again'}
        className={styles.next ?? ''}
        iconAfter={isLast ? undefined : ArrowRightIcon}
        reason={problem}
        onClick={() => (isLast ? onUpload() : onStep((step + 1) as StepIndex))}
      >
        {isLast ? 'Upload and Finish' : 'Next Step'}
      </Button>
    </>
  );
}

function settingsOf(
  draft: Draft,
  mapping: Mapping,
  fields: readonly MappableField[],
  { headers, rows }: FileFacts,
) {
  const sensitive = sensitiveMarks(fields, mapping, headers, rows);
  const delimiter = delimiterOf(draft.delimiterKind, draft.otherDelimiter);
  if (delimiter === undefined) return undefined;
  return {
    callListName: draft.name.trim(),
    campaignId: draft.campaignId,
    delimiter,
    callListMapList: toMapList(mapping, fields, headers, sensitive),
    restriction: restrictionOf(draft),
    consent: consentOfDraft(draft.consent),
  };
}

/** The file's facts stay visible on all four steps. */
function FileLine({ draft, facts }: { draft: Draft; facts: FileFacts }) {
  if (!draft.file || facts.headers.length === 0) return null;
  const rows = facts.rowCount === undefined ? '' : `${counted(facts.rowCount, 'row')}, `;
  const columns = counted(facts.headers.length, 'column');
  const delimiter =
    draft.delimiterKind === 'other'
      ? draft.otherDelimiter
      : delimiterNames[draft.delimiterKind].toLowerCase();
  return (
    <p className={styles.fileLine}>
      <FileIcon />
      <span>{draft.file.name}</span>
      <span>{`${rows}${columns}, ${delimiter}`}</span>
    </p>
  );
}
