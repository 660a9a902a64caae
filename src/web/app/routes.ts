import type { ComponentType } from 'react';
import { numberRoute } from '../lib/number-link.ts';
import type { Needed } from '../lib/rights.ts';
import {
  AccountFieldIcon,
  ActivityIcon,
  ArchiveIcon,
  ClockIcon,
  ContactListIcon,
  DoNotCallIcon,
  type Icon,
  InboxIcon,
  ManagersIcon,
  MessageIcon,
  PersonIcon,
  PhoneIcon,
  PolicyIcon,
  ReportIcon,
  SendIcon,
  SpeakerIcon,
} from '../ui/icons.tsx';
import { UnreadBadge } from './unread-badge.tsx';

/** A group of the menu; its entries are shown below it. */
export interface MenuGroup {
  label: string;
  icon: Icon;
}

/** One screen. Router, menu, breadcrumb and command palette are made from this table. */
export interface PageRoute {
  path: string;
  /** In the menu, the breadcrumb and the palette. */
  label: string;
  /** The documents' name of the route where the menu has another one; for the breadcrumb. */
  crumb?: string;
  /** The group it belongs to; an entry without one is on its own and needs an icon. */
  group?: MenuGroup;
  /** In a group it is shown while the menu is collapsed; without one the group's icon is. */
  icon?: Icon;
  /** Not in the menu: it belongs to the page of this path. */
  parent?: string;
  /** Not in the menu: it is reached from the user popover. */
  ofUser?: true;
  /** A count beside the entry of the menu. */
  badge?: ComponentType;
  /** In neither menu nor palette: links to one record lead to it, which its path names (`$phone`). */
  ofRecord?: true;
  /** Shown to this role and up; others read why not. */
  needs?: Needed;
  /** More words that the palette matches. */
  words?: string;
  load: () => Promise<ComponentType>;
}

const messages: MenuGroup = { label: 'Messages', icon: MessageIcon };
const campaigns: MenuGroup = { label: 'Campaigns', icon: PhoneIcon };
const reports: MenuGroup = { label: 'Reports', icon: ReportIcon };

/** The landing page after sign-in and of any path outside /main. */
export const homePath = '/main/messages/voicemessages';

/** The signed-in manager's own account. */
export const profilePath = '/main/user';

/** In the order of the menu. */
export const pageRoutes: readonly PageRoute[] = [
  {
    path: '/main/customfields',
    label: 'Account Fields',
    icon: AccountFieldIcon,
    words: 'custom fields columns',
    load: async () => (await import('../features/account-field/page.tsx')).AccountFieldPage,
  },
  {
    path: homePath,
    label: 'Voice',
    group: messages,
    icon: SpeakerIcon,
    words: 'voice messages',
    load: async () => (await import('../features/voice-message/page.tsx')).VoiceMessagePage,
  },
  {
    path: '/main/messages/textmessages',
    label: 'Text',
    group: messages,
    words: 'text messages sms templates',
    load: async () => (await import('../features/text-message/page.tsx')).TextMessagePage,
  },
  {
    path: '/main/campaigns/dialer',
    label: 'Dialer',
    group: campaigns,
    words: 'voice campaigns broadcast',
    load: async () => (await import('../features/campaign/page.tsx')).CampaignPage,
  },
  {
    path: '/main/campaigns/texting',
    label: 'Texting',
    group: campaigns,
    icon: SendIcon,
    words: 'text campaigns sms',
    load: async () => (await import('../features/text-campaign/page.tsx')).TextCampaignPage,
  },
  {
    path: '/main/forecasts',
    label: 'Forecasts',
    parent: '/main/livemonitoring',
    words: 'forecast before you start predicted finish said was accuracy',
    load: async () => (await import('../features/forecast/page.tsx')).ForecastPage,
  },
  {
    path: '/main/rci',
    label: 'Caller ID Buckets',
    parent: '/main/campaigns/dialer',
    words: 'rci dci dynamic caller id numbers',
    load: async () => (await import('../features/caller-id-bucket/page.tsx')).CallerIdBucketPage,
  },
  {
    path: '/main/calllist',
    label: 'Contact Lists',
    crumb: 'Call Lists',
    icon: ContactListIcon,
    words: 'call lists',
    load: async () => (await import('../features/call-list/page.tsx')).CallListPage,
  },
  {
    path: '/main/upload',
    label: 'Upload Contact List',
    parent: '/main/calllist',
    needs: 'manager',
    words: 'import file add',
    load: async () => (await import('../features/upload/page.tsx')).UploadPage,
  },
  {
    path: '/main/livemonitoring',
    label: 'Live Monitoring',
    icon: ActivityIcon,
    words: 'start stop',
    load: async () => (await import('../features/live-monitoring/page.tsx')).LiveMonitoringPage,
  },
  {
    path: '/main/numbers',
    label: 'Numbers',
    parent: '/main/livemonitoring',
    ofRecord: true,
    load: async () => (await import('../features/live-monitoring/numbers/page.tsx')).NumbersPage,
  },
  {
    path: '/main/donotcall',
    label: 'Do Not Call',
    icon: DoNotCallIcon,
    words: 'dnc blocked opt out numbers',
    load: async () => (await import('../features/do-not-call/page.tsx')).DoNotCallPage,
  },
  {
    path: '/main/policy',
    label: 'Policy',
    icon: PolicyIcon,
    words:
      'contact policy rules law calling hours limits consent purpose presets states holidays closures regulation f',
    load: async () => (await import('../features/policy/page.tsx')).PolicyPage,
  },
  {
    path: '/main/manager',
    label: 'Managers',
    icon: ManagersIcon,
    needs: 'administrator',
    words: 'users accounts colleagues passwords',
    load: async () => (await import('../features/manager/page.tsx')).ManagerPage,
  },
  {
    path: '/main/audit',
    label: 'Audit',
    icon: ClockIcon,
    needs: 'administrator',
    words: 'log history changes who',
    load: async () => (await import('../features/audit/page.tsx')).AuditPage,
  },
  {
    path: '/main/retention',
    label: 'Retention',
    icon: ArchiveIcon,
    needs: 'administrator',
    words: 'kept data deleted how long privacy',
    load: async () => (await import('../features/retention/page.tsx')).RetentionPage,
  },
  {
    path: '/main/person',
    label: 'Person',
    icon: PersonIcon,
    needs: 'administrator',
    words: 'personal data privacy request export erase forget gdpr ccpa',
    load: async () => (await import('../features/person/page.tsx')).PersonPage,
  },
  {
    path: '/main/reports/cdr',
    label: 'Call Detail Report',
    group: reports,
    words: 'calls records cdr',
    load: async () => (await import('../features/call-record/page.tsx')).CallRecordPage,
  },
  {
    path: '/main/reports/archive',
    label: 'Report Archives',
    group: reports,
    icon: ArchiveIcon,
    words: 'exports downloads csv files',
    load: async () => (await import('../features/report-archive/page.tsx')).ReportArchivePage,
  },
  {
    path: '/main/textmanager',
    label: 'Text Message Manager',
    icon: InboxIcon,
    badge: UnreadBadge,
    words: 'inbound texts answers replies sms opt out',
    load: async () => (await import('../features/inbound-text/page.tsx')).InboundTextPage,
  },
  {
    path: numberRoute,
    label: 'Number',
    ofRecord: true,
    load: async () => (await import('../features/number/page.tsx')).NumberPage,
  },
  {
    path: profilePath,
    label: 'User Profile',
    ofUser: true,
    words: 'my account password name email',
    load: async () => (await import('../features/profile/page.tsx')).ProfilePage,
  },
];

const loadLinkPage = async () => (await import('../features/session/link-page.tsx')).LinkPage;

/** Screens on the way into the console: for whoever has the address, and without the frame. */
export const entryRoutes: readonly PageRoute[] = [
  { path: '/invitation', label: 'Choose a password', load: loadLinkPage },
  { path: '/reset', label: 'Choose a password', load: loadLinkPage },
  {
    path: '/oidc',
    label: 'Log in',
    load: async () => (await import('../features/session/oidc-page.tsx')).OidcPage,
  },
];
