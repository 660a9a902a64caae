import { Page } from '../../ui/page.tsx';

export function LiveMonitoringPage() {
  return <Page title="Live Monitoring">{null}</Page>;
}
