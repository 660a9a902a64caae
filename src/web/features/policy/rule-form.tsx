import { useQuery } from '@tanstack/react-query';
import { listCampaigns } from '#contract/campaign.ts';
import { api } from '#web/lib/api.ts';
import { campaignChoices } from '#web/lib/campaign-choices.ts';
import { queryKey } from '#web/lib/query.ts';
import { useRefusal } from '#web/lib/rights.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx';
import { Form } from '#web/ui/form-scope.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { useLeaving } from '#web/ui/unsaved-dialog.tsx';
import { useDraftForm } from '#web/ui/use-draft-form.ts';
import { draftErrors, type RuleDraft } from './draft.ts';
import { ruleMerge } from './draft-merge.ts';
import styles from './page.module.css';
import { ScopeFields } from './scope-fields.tsx';
import { SourceFields } from './source-fields.tsx';
import { TermsFields } from './terms-fields.tsx';
import { useSaveRule } from './use-policy.ts';

interface RuleFormProps {
  /** Its id is 0 for a new one. */
  rule: RuleDraft;
  onClose: () => void;
}

/** Writes a rule of the client's own, beside the list. */
export function RuleForm({ rule, onClose }: RuleFormProps) {
  const campaigns = useQuery({
    queryKey: queryKey(listCampaigns),
    queryFn: ({ signal }) => api(listCampaigns, { signal }),
  });
  const isNew = rule.ruleId === 0;
  const form = useDraftForm({
    first: rule,
    errorsOf: draftErrors,
    save: useSaveRule(onClose),
    merge: isNew ? undefined : ruleMerge(campaigns.data ?? []),
  });
  const refusal = useRefusal('administrator');
  const { leave, question } = useLeaving(form.unsaved, 'rule', onClose);
  const title = isNew ? 'New Rule' : `Edit Rule ${rule.ruleId}`;
  return (
    <SidePanel title={title} width={464} onClose={leave} takeFocus>
      <Form aria-label={title} className={styles.form} onSubmit={form.submit}>
        {form.formFailure && <ErrorBand>{form.formFailure}</ErrorBand>}
        <TermsFields form={form} />
        <ScopeFields form={form} campaigns={campaignChoices(campaigns.data ?? [])} />
        <SourceFields form={form} />
        <div className={styles.buttons}>
          <SaveButton problems={[refusal, ...form.problems]} busy={form.busy} />
          <Button onClick={leave}>Cancel</Button>
        </div>
        <p className={styles.quiet} role="status">
          {form.busy
            ? 'Saving. It is confirmed in about 2 seconds, when nothing taken before it can still go out.'
            : 'The rule holds for calls and texts from the moment that it is saved.'}
        </p>
      </Form>
      {question}
      <ConflictDialog conflict={form.conflict} />
    </SidePanel>
  );
}
