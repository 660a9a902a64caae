import { Page } from '../../ui/page.tsx';

export function VoiceMessagePage() {
  return <Page title="Messages List">{null}</Page>;
}
