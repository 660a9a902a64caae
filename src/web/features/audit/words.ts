/** What an entry of the audit log says in plain English, from its codes. */
import type { AuditActor, AuditEntry, AuditThing } from '#contract/audit.ts';
import { formatPhone } from '#web/lib/format.ts';

export const actorNames: Record<AuditActor, string> = {
  manager: 'Managers',
  operator: 'The operator',
  platform: 'Carillon',
  stranger: 'Not logged in',
};

export const thingNames: Record<AuditThing, string> = {
  campaign: 'Campaigns',
  callList: 'Contact lists',
  voiceMessage: 'Voice messages',
  textMessage: 'Text messages',
  doNotCall: 'Do Not Call',
  manager: 'Managers',
  managerLink: 'Links of managers',
  secondFactor: 'Second factors',
  accountField: 'Account fields',
  spokenKind: 'How fields are said',
  callerIdBucket: 'Caller ID buckets',
  textingNumber: 'Texting numbers',
  reportFilter: 'Saved filters',
  report: 'Reports',
  full_ssn_exported: 'Exports with full SSNs',
  full_ssn_downloaded: 'Downloads with full SSNs',
  person: 'People in the lists',
  inboundText: 'Inbound texts',
  session: 'Logins',
  client: 'Client settings',
  contactCap: 'Contact caps',
  dailyLimit: 'Daily limits',
  brakeLimit: 'Limits of the brake',
  lintLevel: 'Checks of messages',
  retention: 'Retention',
  operatorStop: 'Stops by the operator',
  clientStop: 'Stops by administrators',
  policyRule: 'Contact policy',
  carrier: 'Carriers',
  speechEngine: 'Speech engines',
  scrubService: 'Scrub services',
  installation: 'Installation',
};

const operationWords: Record<string, string> = {
  login: 'Log in',
  finishLogin: 'Log in with the second factor',
  finishOidc: 'Log in with the provider',
  logout: 'Log out',
  createManagerLink: 'Make a link for a manager',
  redeemManagerLink: 'Choose a password with a link',
  mailReset: 'Ask for a reset link',
  confirmAuthenticator: 'Add authenticator app',
  removeAuthenticator: 'Remove authenticator app',
  addPasskey: 'Add passkey',
  removePasskey: 'Remove passkey',
  renewRecoveryCodes: 'Make recovery codes',
  requireSecondFactor: 'Require a second factor',
  requireLaunchApproval: 'Require launch approval',
  setSpokenName: 'Set the spoken name',
  removeManagersFactor: 'Remove second factor',
  provePassword: 'Confirm the password',
  sendPhoneCode: 'Send a code to the own phone',
  confirmManagerPhone: 'Confirm the own phone',
  removeManagerPhone: 'Remove the own phone',
  requestMessageTest: 'Try a message on the own phone',
  answerAsPerson: 'Answer as a simulated person',
  killEngine: "Kill the demo's engine",
  endOwnSession: 'End a session',
  endOtherSessions: 'End all other sessions',
  unusedSession: 'End a session after 12 hours without use',
  oldSession: 'End a session after 24 hours',
  addManager: 'Add manager',
  editManager: 'Change manager',
  deleteManager: 'Delete manager',
  editAccountField: 'Save account field',
  deleteAccountField: 'Delete account field',
  setSpokenKind: 'Choose how a field is said',
  editVoiceMessage: 'Save voice message',
  deleteVoiceMessage: 'Delete voice message',
  copyVoiceMessage: 'Copy voice message',
  confirmListened: 'Confirm what a message says',
  recordByPhone: 'Record by phone',
  editTextMessage: 'Save text message',
  deleteTextMessage: 'Delete text message',
  copyTextMessage: 'Copy text message',
  editBroadcast: 'Save campaign',
  editLinkback: 'Save campaign',
  editTextCampaign: 'Save text campaign',
  copyCampaign: 'Copy campaign',
  endFollowUp: 'End a follow-up',
  deleteCampaign: 'Delete campaign',
  startCampaign: 'Start campaign',
  approveCampaign: 'Approve a campaign',
  setAgentsOnDuty: 'Set agents on duty',
  stopCampaign: 'Stop campaign',
  stopAllCampaigns: 'Stop all campaigns',
  stopClient: 'Stop everything',
  liftClientStop: 'Lift a stop',
  editPolicyRule: 'Edit a policy rule',
  deletePolicyRule: 'Delete a policy rule',
  switchPolicyPreset: 'Switch a policy preset',
  setPolicyPurpose: 'Set the usual purpose',
  renewCallList: 'Reuse contact list',
  renameCallList: 'Rename contact list',
  setCallListConsent: 'Set consent of contact list',
  closeCallList: 'Close contact list',
  putCallListFirst: 'Put contact list first',
  putCallListInTurn: 'Put contact list in turn',
  uploadCallList: 'Upload contact list',
  addDoNotCall: 'Block number',
  deleteDoNotCall: 'Delete from Do Not Call',
  uploadDoNotCall: 'Upload do-not-call numbers',
  exportCallRecords: 'Export report',
  downloadReport: 'Download report',
  cancelReport: 'Cancel report',
  saveReportFilter: 'Save filter',
  deleteReportFilter: 'Delete saved filter',
  decideInboundText: 'Decide on inbound text',
  finishInboundTexts: 'Mark inbound texts as done',
  finishDeskTexts: 'Mark all inbound texts as done',
  readInboundTexts: 'Mark inbound texts as read',
  exportAudit: 'Export audit log',
  showPerson: 'Show a person',
  exportPerson: 'Export a person',
  erasePerson: 'Erase a person',
};

const thingWords: Record<string, string> = {
  full_ssn_exported: 'with full SSNs',
  full_ssn_downloaded: 'with full SSNs',
};

/** "Save campaign", "carillon client set"; "Added" for what Carillon itself did. */
export function operationOf(entry: AuditEntry): string {
  const { operation, actorKind, thingKind, before, after } = entry;
  if (actorKind === 'operator') return `carillon ${operation}`;
  if (operation === 'platform') return after ? (before ? 'Changed' : 'Added') : 'Deleted';
  const words = operationWords[operation] ?? fieldWords(operation);
  const more = thingKind === null ? undefined : thingWords[thingKind];
  return more ? `${words} ${more}` : words;
}

/** "Ann Lee", "The operator (root)", "Carillon". */
export function actorOf({ actorKind, actorName }: AuditEntry): string {
  if (actorKind === 'manager') return actorName;
  const name = actorNames[actorKind];
  return actorName === '' ? name : `${name} (${actorName})`;
}

export function thingOf({ thingKind, thingId, thingName }: AuditEntry): string {
  // A carrier's, or of everything.
  if (thingKind === 'clientStop') return thingName ?? 'All calls and texts';
  const named = thingName ?? thingId;
  if (named === null || named === undefined) return '';
  return thingKind === 'doNotCall' ? formatPhone(named) : named;
}

const reasons: Record<string, string> = {
  not_allowed: 'The role does not allow it.',
  other_client: 'It belongs to another client.',
  password_required: 'The password was not entered again.',
  wrong_password: 'The password was wrong.',
  wrong_second_factor: 'The second factor was wrong.',
  sign_in_refused: 'The login was refused.',
  wrong_credentials: 'The login was wrong, or the account is disabled.',
  too_many_tries: 'Too many attempts.',
};

export function reasonOf({ reason }: AuditEntry): string | undefined {
  return reason === null ? undefined : (reasons[reason] ?? fieldWords(reason));
}

/** "Calls per minute", from `calls_per_minute` or `callsPerMinute`. */
export function fieldWords(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface FieldChange {
  name: string;
  before: string;
  after: string;
}

/** The changed fields in their order; '' for nothing. */
export function changesOf({ before, after }: AuditEntry): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  return names.map((name) => ({
    name: fieldWords(name),
    before: shown(before?.[name]),
    after: shown(after?.[name]),
  }));
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${fieldWords(name)}: ${shown(one)}`)
    .join(', ');
}
