import { Page } from '../../ui/page.tsx';

export function CallRecordPage() {
  return <Page title="Call Detail Report">{null}</Page>;
}
