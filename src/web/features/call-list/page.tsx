import { Page } from '../../ui/page.tsx';

export function CallListPage() {
  return <Page title="Contact Lists">{null}</Page>;
}
