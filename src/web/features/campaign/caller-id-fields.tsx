import { Link } from '@tanstack/react-router';
import type { CallerIdBucket } from '#contract/caller-id-bucket.ts';
import { callerIdType, callerIdTypeNames, campaignTexts } from '#contract/campaign.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { AlertIcon } from '#web/ui/icons.tsx';
import { NoteBand } from '#web/ui/notice-band.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './campaign.module.css';
import { labels, withCallerIdType } from './draft.ts';
import type { FieldsProps } from './editor-parts.ts';

const types = Object.entries(callerIdTypeNames).map(([value, label]) => ({ value, label }));

/** What the called person sees of the caller, by type (spec 3 section 7). */
const typeHints: Record<number, string> = {
  [callerIdType.none]: "The carrier account's own number is shown.",
  [callerIdType.hide]: 'The number is withheld.',
  [callerIdType.single]: 'The default number and name are shown.',
  [callerIdType.dynamic]: 'A number from the bucket that is close to the called one is shown.',
};

interface CallerIdFieldsProps extends FieldsProps {
  buckets: readonly CallerIdBucket[];
}

export function CallerIdFields(props: CallerIdFieldsProps) {
  const { draft, change, errorAt, refusalAt, field, buckets } = props;
  const dynamic = draft.callerIdTypeId === callerIdType.dynamic;
  return (
    <section className={styles.group}>
      <h2>Caller ID</h2>
      <div className={styles.pair}>
        <PhoneField label={labels.callerIdNumber} required {...field('callerIdNumber')} />
        <TextField
          label={labels.callerIdName}
          maxLength={60}
          autoComplete="off"
          {...field('callerIdName')}
        />
      </div>
      <div>
        <div className={styles.pair}>
          <SelectField
            label={labels.callerIdTypeId}
            required
            choices={types}
            hint={typeHints[draft.callerIdTypeId ?? -1]}
            value={draft.callerIdTypeId === undefined ? '' : String(draft.callerIdTypeId)}
            error={errorAt('callerIdTypeId')}
            errorNow={refusalAt('callerIdTypeId')}
            onChange={(type) => change(withCallerIdType(draft, Number(type)))}
          />
          <SelectField
            label="Bucket"
            required={dynamic}
            disabled={!dynamic}
            hint={bucketHint(dynamic, buckets.length)}
            hintEnd={dynamic && buckets.length > 0 && <NumbersLink bucketId={draft.rciBucketId} />}
            choices={buckets.map((bucket) => ({
              value: String(bucket.rciBucketId),
              label: bucket.rciBucketSizeName,
            }))}
            value={draft.rciBucketId === 0 ? '' : String(draft.rciBucketId)}
            error={errorAt('rciBucketId')}
            errorNow={refusalAt('rciBucketId')}
            onChange={(id) => change({ rciBucketId: Number(id) })}
          />
        </div>
        <div role="status" className={styles.warning}>
          {draft.callerIdTypeId === callerIdType.hide && (
            <NoteBand icon={AlertIcon}>{campaignTexts.hideWarns}</NoteBand>
          )}
        </div>
      </div>
    </section>
  );
}

/** To the numbers of the chosen bucket, or to all buckets. */
function NumbersLink({ bucketId }: { bucketId: number }) {
  return (
    <Link to="/main/rci" search={linkSearch(bucketId === 0 ? {} : { bucketId })}>
      {bucketId === 0 ? 'See the buckets' : 'See its numbers'}
    </Link>
  );
}

function bucketHint(dynamic: boolean, buckets: number): string | undefined {
  if (!dynamic) return 'Only used for Dynamic Caller Id.';
  if (buckets === 0) return 'No buckets yet. Ask your operator for one.';
  return undefined;
}
