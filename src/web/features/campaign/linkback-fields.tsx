import { type Pacing, pacingNames, pacings } from '#contract/agents.ts';
import { smallestTeam } from '#domain/adaptive/adaptive-room.ts';
import { counted } from '#web/lib/plural.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { labels } from './draft.ts';
import type { FieldsProps } from './editor-parts.ts';

/** How a Linkback paces its calls (spec 3 section 7); the words beside the form explain it. */
export function LinkbackPaceFields({ draft, field }: FieldsProps) {
  return (
    <>
      {draft.pacing === 'ratio' && (
        <NumberField label={labels.callRatio} required decimal {...field('callRatio')} />
      )}
      <NumberField label={labels.agentCount} required {...field('agentCount')} />
    </>
  );
}

/** Adaptive pacing needs no ratio; one that was never typed is stored as 1, for the way back. */
export function PacingField({ draft, change }: FieldsProps) {
  const isKept = draft.callRatio !== undefined && draft.callRatio > 0;
  return (
    <SelectField
      label={labels.pacing}
      choices={pacings.map((value) => ({ value, label: pacingNames[value] }))}
      value={draft.pacing}
      hint={hints[draft.pacing]}
      onChange={(value) => {
        const pacing = value === 'adaptive' ? 'adaptive' : 'ratio';
        change(pacing === 'adaptive' && !isKept ? { pacing, callRatio: 1 } : { pacing });
      }}
    />
  );
}

const hints: Record<Pacing, string> = {
  ratio: 'So many calls for each free agent.',
  adaptive: `As many calls as 3 % abandoned calls afford; below ${counted(smallestTeam, 'agent')}, one for each free one. Where an agent must be there within 2 seconds, agents are called ahead and wait on the line.`,
};

/** Whom a Linkback connects customers to. */
export function LinkbackNumberField({ field }: FieldsProps) {
  return (
    <PhoneField
      label={labels.linkbackNumber}
      required
      hint="Dialed when a customer presses 1."
      {...field('linkbackNumber')}
    />
  );
}
